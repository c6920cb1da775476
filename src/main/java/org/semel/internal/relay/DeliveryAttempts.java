// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Settlement;
import org.semel.internal.intent.Settlement.FailureOf;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.InquiryResult;
import org.semel.internal.relay.provider.Provider;

/**
 * What delivery attempts at one destination's intents share: the provider, the settlement policy,
 * the circuit and the listener. Safe for any number of threads.
 */
final class DeliveryAttempts {

  private final Provider provider;
  private final Function<String, Delivery> lost;
  private final SettlementPolicy settlements;
  private final DestinationCircuit circuit;
  private final RelayListener listener;
  private final Leases leases;

  /** The leases under which attempts are made. Safe for any thread. */
  @FunctionalInterface
  interface Leases {

    /** Whether a lease, which may have run out, is ours for as long again. */
    boolean renew(Lease lease);

    /**
     * Whether what is leased may be sent now: the lease is ours, and whoever leases it next will
     * know that it may have been sent. May throw, and it must not be sent then.
     */
    default boolean markSent(Lease lease) {
      return true;
    }
  }

  /**
   * Attempts at one provider.
   *
   * @param lost the outcome of a delivery of which no answer came, by the reason
   */
  DeliveryAttempts(
      Provider provider,
      Function<String, Delivery> lost,
      SettlementPolicy settlements,
      DestinationCircuit circuit,
      RelayListener listener,
      Leases leases) {
    this.provider = provider;
    this.lost = lost;
    this.settlements = settlements;
    this.circuit = circuit;
    this.listener = listener;
    this.leases = leases;
  }

  /** How many may be leased now. */
  int admits() {
    return circuit.admits();
  }

  /** What is to be done first. */
  SettlementPolicy.LeaseAction before(Lease lease) {
    return settlements.before(lease);
  }

  /**
   * Whether it may be asked for and sent now; if so, the outcome must be reported by {@link
   * #answered}, {@link #found} or {@link #notSent}.
   */
  boolean enters(Lease lease) {
    return circuit.enters(lease);
  }

  /**
   * Whether the lease, however long ago it was given, is still ours, and for as long again. Without
   * a transaction it is not.
   */
  boolean isOurs(Lease lease) {
    return holds(lease, leases::renew);
  }

  /** Whether it may be sent; {@link Leases#markSent}. Without a transaction it may not. */
  boolean maySend(Lease lease) {
    return holds(lease, leases::markSent);
  }

  /** What comes of one that may not be sent. */
  Settlement notMarked() {
    return settlements.notMarked();
  }

  private boolean holds(Lease lease, Predicate<Lease> condition) {
    try {
      return condition.test(lease);
    } catch (RuntimeException e) {
      tell(lease, e);
      return false;
    }
  }

  /** It is not sent after all. */
  void notSent(Lease lease) {
    circuit.notSent(lease);
  }

  /** Reports the provider's answer to the circuit; what it leads to. */
  Settlement answered(Lease lease, Delivery delivery) {
    CircuitAnswer answer = circuit.answer(lease, delivery);
    tell(lease.intent().address().destination(), answer.change(), why(delivery));
    return settlements.after(lease, delivery, answer.blame(settlements.isLast(lease)));
  }

  /** What sending it in a transaction that was undone leads to. */
  Settlement undone(Lease lease, String why, FailureOf blame) {
    return settlements.after(lease, new Delivery.NotAccepted(why, Optional.empty()), blame);
  }

  /** What a defect that hides the outcome leads to; never throws. */
  Settlement broken(Lease lease, Throwable defect) {
    String why = defect.getClass().getName();
    try {
      notSent(lease);
      tell(lease, defect);
      return settlements.after(lease, lost.apply(why));
    } catch (RuntimeException | Error e) { // the parts it would ask are broken, too
      return new Settlement.Parked(Settlement.IntentParkingReason.OUTCOME_UNKNOWN, why);
    }
  }

  /** Reports the inquiry's result to the circuit; what it leads to, or empty if it may be sent. */
  Optional<Settlement> found(Lease lease, InquiryResult answer) {
    if (answer instanceof InquiryResult.CannotSay cannot) {
      return Optional.of(unanswered(lease, cannot));
    }
    Optional<Settlement> found = settlements.found(lease, answer);
    if (found.isPresent()) {
      notSent(lease);
    }
    return found;
  }

  private Settlement unanswered(Lease lease, InquiryResult.CannotSay cannot) {
    CircuitAnswer answer = circuit.noAnswer(lease);
    tell(lease.intent().address().destination(), answer.change(), cannot.why());
    return settlements.unanswered(lease, cannot, answer.blame(settlements.isLast(lease)));
  }

  Delivery deliver(Lease lease) {
    try {
      return provider.deliver(lease);
    } catch (RuntimeException
        | Error e) { // what a provider throws against its contract says nothing of the outcome
      return new Delivery.OutcomeUnknown(e.getClass().getName());
    }
  }

  /** Shows that deliveries are part of the caller's transaction; throws if they are not. */
  void prove() {
    provider.prove();
  }

  InquiryResult ask(Lease lease) {
    try {
      return provider
          .inquiry()
          .map(inquiry -> inquiry.ask(lease))
          .orElseGet(() -> new InquiryResult.CannotSay("there is no query route any more"));
    } catch (RuntimeException | Error e) {
      return new InquiryResult.CannotSay(e.getClass().getName());
    }
  }

  void tell(Lease lease, Throwable defect) {
    listener.interrupted(lease.intent().address().destination(), defect, Duration.ZERO);
  }

  private void tell(Destination destination, CircuitAnswer.CircuitChange change, String why) {
    switch (change) {
      case OPENED -> listener.circuitOpened(destination, circuit.failures(), circuit.open());
      case CLOSED -> listener.circuitClosed(destination);
      case PAUSED -> listener.destinationPaused(destination, why, circuit.open());
      case CLOSED_AND_PAUSED -> {
        listener.circuitClosed(destination);
        listener.destinationPaused(destination, why, circuit.open());
      }
      case RESUMED -> listener.destinationResumed(destination);
      case NONE -> {}
    }
  }

  private static String why(Delivery delivery) {
    return delivery instanceof Delivery.Denied denied ? denied.why() : "";
  }
}
