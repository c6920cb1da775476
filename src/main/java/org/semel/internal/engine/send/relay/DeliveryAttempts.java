// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.Parked;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/**
 * The parts that delivery attempts at one destination's intents share: the provider, the settlement
 * policy, the circuit and the listener. Safe for any number of threads.
 */
final class DeliveryAttempts {

  private final Provider provider;
  private final Function<String, Delivery> lost;
  private final SettlementPolicy settlements;
  private final ToldCircuit circuit;
  private final Leases leases;

  /** The leases under which attempts are made. Safe for any thread. */
  @FunctionalInterface
  interface Leases {

    /**
     * Whether the lease of what may have been sent before, and which may have run out, is ours for
     * as long again. May throw, and it is not ours then.
     */
    boolean renew(Lease lease);

    /**
     * Whether what is leased may be sent now: the lease is ours, and its next holder will know that
     * it may have been sent. May throw, and it must not be sent then.
     */
    default boolean markSent(Lease lease) {
      return true;
    }
  }

  /** Attempts at one provider, of which the circuit hears at once. */
  DeliveryAttempts(
      Provider provider,
      Function<String, Delivery> lost,
      SettlementPolicy settlements,
      DestinationCircuit circuit,
      RelayListener listener,
      Leases leases) {
    this(provider, lost, settlements, new ToldCircuit(circuit, listener), leases);
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
      ToldCircuit circuit,
      Leases leases) {
    this.provider = provider;
    this.lost = lost;
    this.settlements = settlements;
    this.circuit = circuit;
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
    } catch (RuntimeException | Error e) {
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
    return settled(lease, delivery, circuit.answer(lease, delivery));
  }

  /** What the failed end of the transaction says of a delivery that was part of it. */
  Optional<Delivery.Denied> refusal(Throwable fault) {
    return provider.refusal(fault);
  }

  /** The same for one that was accepted at first, alone in a transaction that was undone for it. */
  Settlement refused(Lease lease, Delivery.Denied denied) {
    return settled(lease, denied, circuit.refused(lease, denied));
  }

  private Settlement settled(Lease lease, Delivery delivery, CircuitAnswer answer) {
    return settlements.after(lease, delivery, answer.blame(settlements.isLast(lease)));
  }

  /** The transaction in which intents were accepted since the last time has committed. */
  void committed() {
    circuit.committed();
  }

  /** That transaction was undone, or no one knows. */
  void rolledBack() {
    circuit.rolledBack();
  }

  /** What sending it in a transaction that was undone leads to. */
  Settlement undone(Lease lease, String why, FailureOf blame) {
    return settlements.after(lease, new Delivery.NotAccepted(why, Optional.empty()), blame);
  }

  /** What a defect leads to before anything was sent; never throws. */
  Settlement unsent(Lease lease, Throwable defect) {
    Delivery never = Delivery.NotAccepted.neverSent(defect.getClass().getName());
    return broken(lease, defect, never, notMarked());
  }

  /** What a defect that hides the outcome leads to; never throws. */
  Settlement broken(Lease lease, Throwable defect) {
    String why = defect.getClass().getName();
    Settlement unknown = new Parked(IntentParkingReason.OUTCOME_UNKNOWN, why);
    return broken(lease, defect, lost.apply(why), unknown);
  }

  private Settlement broken(Lease lease, Throwable defect, Delivery told, Settlement otherwise) {
    try {
      notSent(lease);
      tell(lease, defect);
      return settlements.after(lease, told);
    } catch (RuntimeException | Error e) { // the parts it would ask are broken, too
      return otherwise;
    }
  }

  /** Reports the inquiry's result to the circuit; what it leads to, or empty if it may be sent. */
  Optional<Settlement> found(Lease lease, InquiryResult answer) {
    if (answer instanceof InquiryResult.CannotSay cannot) {
      FailureOf blame = circuit.noAnswer(lease, cannot.why()).blame(settlements.isLast(lease));
      return left(lease, settlements.unanswered(lease, cannot, blame));
    }
    if (!(answer instanceof InquiryResult.NotAsked)) {
      circuit.found(lease);
    }
    return left(lease, settlements.found(lease, answer));
  }

  /** What a question leads to that has taken too long: nothing is sent after it. */
  Settlement hung(Lease lease, String why) {
    return found(lease, new InquiryResult.CannotSay(why))
        .orElseGet(
            () -> {
              notSent(lease);
              return settlements.askedInVain(lease, why);
            });
  }

  /** One that is settled is not sent. */
  private Optional<Settlement> left(Lease lease, Optional<Settlement> found) {
    if (found.isPresent()) {
      notSent(lease);
    }
    return found;
  }

  Delivery deliver(Lease lease) {
    try {
      return provider.deliver(lease);
    } catch (RuntimeException | Error e) { // against its contract; it says nothing of the outcome
      return new Delivery.OutcomeUnknown(e.getClass().getName());
    }
  }

  /** Shows that deliveries are part of the caller's transaction; throws if they are not. */
  void prove() {
    provider.prove();
  }

  InquiryResult ask(Lease lease) {
    if (!circuit.asks()) {
      return new InquiryResult.NotAsked("the last questions had no answer, and others wait");
    }
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
    circuit.tell(lease, defect);
  }
}
