// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer.CircuitChange;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer.Doubt;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.operations.node.DestinationStatus.DestinationState;

/**
 * The circuit breaker of a destination: after so many failures in a row it opens and nothing is
 * sent for a while; then it is half-open, and a single intent, the probe, decides. A provider that
 * denies access is paused in the same way; the probe is another intent than those that were denied,
 * as they wait for as long. Questions that have no answer make other questions wait, and no
 * delivery. While the destination is held nothing is sent either, not even a probe. Knows this
 * node, since the relay's start. Safe for any number of threads.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit breaker</a>
 */
final class DestinationCircuit {

  /** Everything is sent; nothing until the time is over, then one probe; it is under way. */
  private enum CircuitState {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /** The number of denials in a row that concern all intents, whatever they say. */
  private static final int DENIALS = 5;

  private final Breaker breaker;
  private final LongSupplier clock;
  private final Duration probeTimeout;
  private final BooleanSupplier held;
  private final Questions questions;
  private CircuitState state = CircuitState.CLOSED;
  private @Nullable Lease probe;
  private boolean paused;
  private String denial = "";

  /** Denials in a row, with none admitted in between, and not while paused. */
  private int denials;

  private int failures;

  /** Questions without an answer since the provider has answered anything. */
  private int asked;

  private long openUntil;
  private long probeSentAt;

  /**
   * A closed circuit.
   *
   * @param probeTimeout how long to wait for a probe's outcome before another intent is the probe
   * @param held whether an operator has paused the destination, or the server is suspended
   */
  DestinationCircuit(
      Breaker breaker, LongSupplier clock, Duration probeTimeout, BooleanSupplier held) {
    this.breaker = breaker;
    this.clock = clock;
    this.probeTimeout = probeTimeout;
    this.held = held;
    this.questions = new Questions(breaker, clock);
  }

  /** The number of intents that may be leased now. */
  synchronized int admits() {
    if (held.getAsBoolean()) {
      return 0;
    }
    int probes = awaitsProbe() ? 1 : 0;
    return state == CircuitState.CLOSED ? Integer.MAX_VALUE : probes;
  }

  /**
   * Whether the intent of this lease may be asked for and sent now; if so, the outcome must be
   * reported by {@link #answer} or {@link #notSent}.
   */
  synchronized boolean enters(Lease lease) {
    if (held.getAsBoolean()) {
      return false;
    }
    if (awaitsProbe()) {
      state = CircuitState.HALF_OPEN;
      probe = lease;
      probeSentAt = clock.getAsLong();
      return true;
    }
    return state == CircuitState.CLOSED;
  }

  /** The provider's answer to the intent of this lease. */
  synchronized CircuitAnswer answer(Lease lease, Delivery delivery) {
    if (delivery instanceof Delivery.Denied denied) {
      return denied.extent() == Extent.ALL_FOR_NOW ? noRoom(lease) : denied(lease, denied);
    }
    return delivery instanceof Delivery.Accepted || delivery instanceof Delivery.Refused
        ? answered(lease)
        : failed(lease);
  }

  /** Whether the provider may be asked now what became of an intent that has entered. */
  synchronized boolean asks() {
    return questions.admit();
  }

  /**
   * The provider could not say what became of it. That keeps no other from being sent: it may be
   * the query route's failure only.
   */
  synchronized CircuitAnswer noAnswer(Lease lease) {
    boolean whileWaiting = questions.areWaiting();
    CircuitChange change = questions.missed() ? CircuitChange.ASKS_NO_MORE : CircuitChange.NONE;
    asked = next(asked);
    return whileWaiting || isProbe(lease)
        ? new CircuitAnswer(change, FailureOf.DESTINATION)
        : new CircuitAnswer(change, FailureOf.INTENT, doubt(questions.unanswered()));
  }

  /** The provider has said what became of it, or that it does not know it. */
  synchronized CircuitChange found() {
    asked = 0;
    return questions.answered() ? CircuitChange.ASKS_AGAIN : CircuitChange.NONE;
  }

  /** It was not sent after all; if it was the probe, another intent becomes it. */
  synchronized void notSent(Lease lease) {
    if (isProbe(lease)) {
      state = CircuitState.OPEN;
    }
  }

  /** The number of intents that have failed in a row. */
  synchronized int failures() {
    return failures;
  }

  /**
   * The number of failures in a row at which it opens; others that are under way may have failed
   * since.
   */
  int failuresToOpen() {
    return breaker.failures();
  }

  /** The number of inquiries in a row that had no answer. */
  synchronized int unanswered() {
    return questions.unanswered();
  }

  /** Its reading of its provider. */
  synchronized ProviderStanding standing() {
    if (state == CircuitState.CLOSED) {
      return ProviderStanding.CLOSED;
    }
    return paused ? ProviderStanding.DENIED : ProviderStanding.BROKEN;
  }

  /** Its state now, for the operator. */
  synchronized DestinationState state() {
    Duration left = Duration.ofNanos(Math.max(0, openUntil - clock.getAsLong()));
    return switch (state) {
      case CLOSED -> new DestinationState.Delivering();
      case OPEN ->
          paused
              ? new DestinationState.AccessDenied(denial, left)
              : new DestinationState.CircuitOpen(failures, left);
      case HALF_OPEN -> new DestinationState.Probing();
    };
  }

  /** The time that it stays open, for the operator. */
  Duration open() {
    return breaker.open();
  }

  /** An intent sent before the pause began proves nothing about it. */
  private CircuitAnswer answered(Lease lease) {
    denials = 0;
    boolean late = paused && !isProbe(lease);
    return new CircuitAnswer(late ? CircuitChange.NONE : closed(), FailureOf.INTENT);
  }

  private CircuitChange closed() {
    CircuitChange over = paused ? CircuitChange.RESUMED : CircuitChange.CLOSED;
    CircuitChange change = state == CircuitState.CLOSED ? CircuitChange.NONE : over;
    state = CircuitState.CLOSED;
    paused = false;
    failures = 0;
    asked = 0;
    return change;
  }

  private CircuitAnswer denied(Lease lease, Delivery.Denied denied) {
    denial = denied.why();
    if (paused) {
      return isProbe(lease)
          ? failed(lease)
          : new CircuitAnswer(CircuitChange.NONE, FailureOf.DESTINATION);
    }
    denials++;
    boolean again = isDeniedAgain(lease, denied);
    if (denials >= DENIALS || (denied.extent() == Extent.ALL && !again)) {
      denials = 0;
      CircuitChange change =
          state == CircuitState.CLOSED ? CircuitChange.PAUSED : CircuitChange.CLOSED_AND_PAUSED;
      paused = true;
      opens();
      return new CircuitAnswer(change, FailureOf.DESTINATION);
    }
    return new CircuitAnswer(closed(), again ? FailureOf.INTENT : FailureOf.DESTINATION);
  }

  /**
   * Whether this is what its last delivery came to. It has waited since, and the circuit is closed:
   * others are let in, and it is meant itself.
   */
  private static boolean isDeniedAgain(Lease lease, Delivery.Denied denied) {
    return lease.history().lastFailure().filter(denied.why()::equals).isPresent();
  }

  /**
   * The answer to a delivery for which there was no room. The full queue may be one of several:
   * intents that are admitted in between keep the circuit closed.
   */
  private CircuitAnswer noRoom(Lease lease) {
    return new CircuitAnswer(failed(lease).change(), FailureOf.DESTINATION);
  }

  /** The failure of an intent that was sent before the circuit opened changes nothing. */
  private CircuitAnswer failed(Lease lease) {
    failures = next(failures);
    if (isProbe(lease)) {
      opens();
      return new CircuitAnswer(CircuitChange.NONE, FailureOf.DESTINATION);
    }
    boolean breaks = breaker.failures() > 0;
    Doubt doubt = doubt(asked);
    if (!breaks || state != CircuitState.CLOSED || failures < breaker.failures()) {
      return new CircuitAnswer(CircuitChange.NONE, FailureOf.INTENT, doubt);
    }
    opens();
    return new CircuitAnswer(CircuitChange.OPENED, FailureOf.INTENT, doubt);
  }

  /**
   * The doubt about a failure that followed another, be that a delivery or one of {@code
   * unanswered} inquiries.
   */
  private Doubt doubt(int unanswered) {
    boolean another = (long) failures + unanswered > 1;
    return breaker.failures() > 0 && another ? Doubt.MAY_BE_AWAY : Doubt.NONE;
  }

  private static int next(int count) {
    return Math.min(count + 1, Integer.MAX_VALUE - 1);
  }

  /**
   * Whether the lease is the probe. It is compared by reference, as a key costs a digest, and
   * another lease on the same intent is another attempt.
   */
  @SuppressWarnings("ReferenceEquality")
  private boolean isProbe(Lease lease) {
    return state == CircuitState.HALF_OPEN && lease == probe;
  }

  private void opens() {
    state = CircuitState.OPEN;
    openUntil = clock.getAsLong() + breaker.open().toNanos();
  }

  private boolean awaitsProbe() {
    return switch (state) {
      case CLOSED -> false;
      case OPEN -> clock.getAsLong() - openUntil >= 0;
      case HALF_OPEN -> clock.getAsLong() - probeSentAt >= probeTimeout.toNanos();
    };
  }

  /**
   * The circuit's reading of a provider's answer.
   *
   * @param change what the answer did to the circuit
   * @param blame whose failure it was, if it was one
   * @param doubt why it may concern others, too
   */
  record CircuitAnswer(CircuitChange change, FailureOf blame, Doubt doubt) {

    /** The doubt whether an answer concerns others, too. */
    enum Doubt {
      /** It does not. */
      NONE,
      /** The failure followed another, so that the provider may be away. */
      MAY_BE_AWAY
    }

    /** The change that an answer made to the circuit. */
    enum CircuitChange {
      /** None that shows from outside. */
      NONE,
      /** Nothing is sent from now on, as the provider fails. */
      OPENED,
      /** The provider is back. */
      CLOSED,
      /** Nothing is sent from now on, as the provider denies access to all. */
      PAUSED,
      /** The provider is back, but denies access to all. */
      CLOSED_AND_PAUSED,
      /** The provider grants access again. */
      RESUMED,
      /** Nothing is asked from now on but one at a time, as questions have no answer. */
      ASKS_NO_MORE,
      /** A question was answered, so that all are asked for again. */
      ASKS_AGAIN
    }

    CircuitAnswer(CircuitChange change, FailureOf blame) {
      this(change, blame, Doubt.NONE);
    }

    /**
     * The party whose failure it was; the last attempt is not the intent's while the provider may
     * be away.
     */
    FailureOf blame(boolean last) {
      return last && doubt == Doubt.MAY_BE_AWAY ? FailureOf.DESTINATION : blame;
    }
  }

  /**
   * The questions that a destination's provider is asked. Once so many in a row had no answer, one
   * is asked each time an open circuit would try one, until one is answered. An answer to a
   * delivery says nothing of them: the query route may go another way. For one thread at a time.
   */
  private static final class Questions {

    private final Breaker breaker;
    private final LongSupplier clock;
    private int unanswered;
    private long nextAt;

    Questions(Breaker breaker, LongSupplier clock) {
      this.breaker = breaker;
      this.clock = clock;
    }

    /** Whether one may be asked now; while questions wait, no other for a while. */
    boolean admit() {
      if (!areWaiting()) {
        return true;
      }
      boolean due = clock.getAsLong() - nextAt >= 0;
      if (due) {
        postpone();
      }
      return due;
    }

    /** One had no answer; whether the others wait from now on. */
    boolean missed() {
      boolean waited = areWaiting();
      unanswered = Math.min(unanswered + 1, Integer.MAX_VALUE - 1);
      boolean begins = areWaiting() && !waited;
      if (begins) {
        postpone();
      }
      return begins;
    }

    /** One was answered; whether others waited for that. */
    boolean answered() {
      boolean waited = areWaiting();
      unanswered = 0;
      return waited;
    }

    /** Whether so many had no answer that the others wait. */
    boolean areWaiting() {
      return breaker.failures() > 0 && unanswered >= breaker.failures();
    }

    /** The number of inquiries in a row that had no answer. */
    int unanswered() {
      return unanswered;
    }

    private void postpone() {
      nextAt = clock.getAsLong() + breaker.open().toNanos();
    }
  }
}
