// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Settlement.FailureOf;
import org.semel.internal.relay.Delivery.Denied.Extent;
import org.semel.internal.relay.DestinationPolicy.Breaker;

/**
 * Spares a provider that fails again and again: after so many failures in a row nothing is sent for
 * a while, then a single intent, whose fate decides. One that lets nobody in is paused in the same
 * way, for as long as it does. On this node and since the relay's start. Safe for any number of
 * threads.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit breaker</a>
 */
final class DestinationCircuit {

  private enum Position {
    /** All may pass. */
    CLOSED,
    /** None may pass until the time is over, then one. */
    OPEN,
    /** The one is on its way. */
    PROBING
  }

  /** What an answer did to the circuit. */
  enum Turn {
    /** It stays as it was, for those who look from outside. */
    NONE,
    /** From now on nothing is sent, as the provider fails. */
    OPENED,
    /** The provider is back. */
    CLOSED,
    /** From now on nothing is sent, as the provider lets nobody in. */
    PAUSED,
    /** The provider is back, but lets nobody in. */
    CLOSED_AND_PAUSED,
    /** The provider lets us in again. */
    RESUMED
  }

  private final Breaker breaker;
  private final LongSupplier clock;
  private final Duration patience;
  private final Denials denials = new Denials();
  private Position position = Position.CLOSED;
  private @Nullable Lease probe;
  private boolean paused;
  private int failures;
  private long openUntil;
  private long probing;

  /**
   * A closed one.
   *
   * @param patience how long to wait for the one that decides; then the next one does
   */
  DestinationCircuit(Breaker breaker, LongSupplier clock, Duration patience) {
    this.breaker = breaker;
    this.clock = clock;
    this.patience = patience;
  }

  /** How many may be leased now. */
  synchronized int admits() {
    int probes = awaitsProbe() ? 1 : 0;
    return position == Position.CLOSED ? Integer.MAX_VALUE : probes;
  }

  /**
   * Whether the intent of this lease may be asked for and sent now; if so, it must be told what was
   * {@link #heard}, or that it was {@link #unheard} or {@link #givenUp}.
   */
  synchronized boolean enters(Lease lease) {
    if (awaitsProbe()) {
      position = Position.PROBING;
      probe = lease;
      probing = clock.getAsLong();
      return true;
    }
    return position == Position.CLOSED;
  }

  /** The provider's answer to the intent of this lease. */
  synchronized Heard heard(Lease lease, Delivery delivery) {
    if (delivery instanceof Delivery.Denied denied) {
      return denied(lease, denied.extent());
    }
    boolean answered =
        delivery instanceof Delivery.Accepted || delivery instanceof Delivery.Refused;
    return answered ? answered(lease) : failed(lease);
  }

  /**
   * The provider could not say what became of it, and it was not sent. While others are answered
   * that is nothing but a query route's failure; behind a failure it is another.
   */
  synchronized Heard unheard(Lease lease) {
    return isProbe(lease) || failures > 0 ? failed(lease) : new Heard(Turn.NONE, FailureOf.INTENT);
  }

  /** It was not sent after all; if it was to decide, the next one is. */
  synchronized void givenUp(Lease lease) {
    if (isProbe(lease)) {
      position = Position.OPEN;
    }
  }

  /** How many have failed in a row. */
  synchronized int failures() {
    return failures;
  }

  /** How long it stays open, for the operator. */
  Duration open() {
    return breaker.open();
  }

  /** Who was on the way when it was paused knows nothing newer. */
  private Heard answered(Lease lease) {
    denials.admitted(lease);
    boolean late = paused && !isProbe(lease);
    return new Heard(late ? Turn.NONE : closed(), FailureOf.INTENT);
  }

  private Turn closed() {
    Turn over = paused ? Turn.RESUMED : Turn.CLOSED;
    Turn turn = position == Position.CLOSED ? Turn.NONE : over;
    position = Position.CLOSED;
    paused = false;
    failures = 0;
    return turn;
  }

  private Heard denied(Lease lease, Extent extent) {
    if (paused) {
      denials.metByAll(lease, extent);
      return isProbe(lease) ? failed(lease) : new Heard(Turn.NONE, FailureOf.DESTINATION);
    }
    Denials.Meaning meaning = denials.met(lease, extent);
    if (meaning == Denials.Meaning.ALL) {
      Turn turn = position == Position.CLOSED ? Turn.PAUSED : Turn.CLOSED_AND_PAUSED;
      paused = true;
      opens();
      return new Heard(turn, FailureOf.DESTINATION);
    }
    boolean alone = meaning == Denials.Meaning.THIS_ONE;
    return new Heard(
        closed(), alone ? FailureOf.INTENT : FailureOf.DESTINATION); // somebody is there
  }

  /** Those who were on their way when it opened change nothing by failing. */
  private Heard failed(Lease lease) {
    failures = Math.min(failures + 1, Integer.MAX_VALUE - 1);
    if (isProbe(lease)) {
      opens();
      return new Heard(Turn.NONE, FailureOf.DESTINATION);
    }
    boolean breaks = breaker.failures() > 0;
    boolean opens = breaks && position == Position.CLOSED && failures >= breaker.failures();
    if (opens) {
      opens();
    }
    return new Heard(opens ? Turn.OPENED : Turn.NONE, FailureOf.INTENT, breaks && failures > 1);
  }

  /** The very one, whose key costs a digest: another lease on the same intent is another try. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isProbe(Lease lease) {
    return position == Position.PROBING && lease == probe;
  }

  private void opens() {
    position = Position.OPEN;
    openUntil = clock.getAsLong() + breaker.open().toNanos();
  }

  private boolean awaitsProbe() {
    return switch (position) {
      case CLOSED -> false;
      case OPEN -> clock.getAsLong() - openUntil >= 0;
      case PROBING -> clock.getAsLong() - probing >= patience.toNanos();
    };
  }
}
