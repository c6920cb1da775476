// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Settlement.FailureOf;
import org.semel.internal.relay.CircuitAnswer.Transition;
import org.semel.internal.relay.DestinationPolicy.Breaker;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.Delivery.Denied.Extent;

/**
 * The circuit breaker of a destination: after so many failures in a row it opens and nothing is
 * sent for a while; then it is half-open, and a single intent, the probe, decides. A provider that
 * denies access to all intents is paused in the same way. Knows this node, since the relay's start.
 * Safe for any number of threads.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit breaker</a>
 */
final class DestinationCircuit {

  private enum Position {
    /** Everything is sent. */
    CLOSED,
    /** Nothing is sent until the time is over, then one probe. */
    OPEN,
    /** The probe is under way. */
    HALF_OPEN
  }

  private final Breaker breaker;
  private final LongSupplier clock;
  private final Duration probeTimeout;
  private final Denials denials = new Denials();
  private Position position = Position.CLOSED;
  private @Nullable Lease probe;
  private boolean paused;
  private int failures;
  private long openUntil;
  private long probeSentAt;

  /**
   * A closed circuit.
   *
   * @param probeTimeout how long to wait for a probe's outcome before another intent is the probe
   */
  DestinationCircuit(Breaker breaker, LongSupplier clock, Duration probeTimeout) {
    this.breaker = breaker;
    this.clock = clock;
    this.probeTimeout = probeTimeout;
  }

  /** How many may be leased now. */
  synchronized int admits() {
    int probes = awaitsProbe() ? 1 : 0;
    return position == Position.CLOSED ? Integer.MAX_VALUE : probes;
  }

  /**
   * Whether the intent of this lease may be asked for and sent now; if so, the outcome must be
   * reported by {@link #answer}, {@link #noAnswer} or {@link #notSent}.
   */
  synchronized boolean enters(Lease lease) {
    if (awaitsProbe()) {
      position = Position.HALF_OPEN;
      probe = lease;
      probeSentAt = clock.getAsLong();
      return true;
    }
    return position == Position.CLOSED;
  }

  /** The provider's answer to the intent of this lease. */
  synchronized CircuitAnswer answer(Lease lease, Delivery delivery) {
    if (delivery instanceof Delivery.Denied denied) {
      return denied(lease, denied.extent());
    }
    boolean answered =
        delivery instanceof Delivery.Accepted || delivery instanceof Delivery.Refused;
    return answered ? answered(lease) : failed(lease);
  }

  /**
   * The provider could not say what became of it, and it was not sent. While other intents are
   * answered that is only the query route's failure; after a failure it counts as another.
   */
  synchronized CircuitAnswer noAnswer(Lease lease) {
    return isProbe(lease) || failures > 0
        ? failed(lease)
        : new CircuitAnswer(Transition.NONE, FailureOf.INTENT);
  }

  /** It was not sent after all; if it was the probe, another intent becomes it. */
  synchronized void notSent(Lease lease) {
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

  /** An intent sent before the pause began proves nothing about it. */
  private CircuitAnswer answered(Lease lease) {
    denials.admitted(lease);
    boolean late = paused && !isProbe(lease);
    return new CircuitAnswer(late ? Transition.NONE : closed(), FailureOf.INTENT);
  }

  private Transition closed() {
    Transition over = paused ? Transition.RESUMED : Transition.CLOSED;
    Transition transition = position == Position.CLOSED ? Transition.NONE : over;
    position = Position.CLOSED;
    paused = false;
    failures = 0;
    return transition;
  }

  private CircuitAnswer denied(Lease lease, Extent extent) {
    if (paused) {
      denials.metByAll(lease, extent);
      return isProbe(lease)
          ? failed(lease)
          : new CircuitAnswer(Transition.NONE, FailureOf.DESTINATION);
    }
    Denials.Meaning meaning = denials.met(lease, extent);
    if (meaning == Denials.Meaning.ALL) {
      Transition transition =
          position == Position.CLOSED ? Transition.PAUSED : Transition.CLOSED_AND_PAUSED;
      paused = true;
      opens();
      return new CircuitAnswer(transition, FailureOf.DESTINATION);
    }
    boolean alone = meaning == Denials.Meaning.THIS_ONE;
    return new CircuitAnswer(closed(), alone ? FailureOf.INTENT : FailureOf.DESTINATION);
  }

  /** The failure of an intent that was sent before the circuit opened changes nothing. */
  private CircuitAnswer failed(Lease lease) {
    failures = Math.min(failures + 1, Integer.MAX_VALUE - 1);
    if (isProbe(lease)) {
      opens();
      return new CircuitAnswer(Transition.NONE, FailureOf.DESTINATION);
    }
    boolean breaks = breaker.failures() > 0;
    boolean opens = breaks && position == Position.CLOSED && failures >= breaker.failures();
    if (opens) {
      opens();
    }
    return new CircuitAnswer(
        opens ? Transition.OPENED : Transition.NONE, FailureOf.INTENT, breaks && failures > 1);
  }

  /** By reference, as a key costs a digest: another lease on the same intent is another attempt. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isProbe(Lease lease) {
    return position == Position.HALF_OPEN && lease == probe;
  }

  private void opens() {
    position = Position.OPEN;
    openUntil = clock.getAsLong() + breaker.open().toNanos();
  }

  private boolean awaitsProbe() {
    return switch (position) {
      case CLOSED -> false;
      case OPEN -> clock.getAsLong() - openUntil >= 0;
      case HALF_OPEN -> clock.getAsLong() - probeSentAt >= probeTimeout.toNanos();
    };
  }
}
