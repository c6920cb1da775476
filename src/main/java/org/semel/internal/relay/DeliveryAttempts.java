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

/**
 * What attempts at one destination's intents have in common: who takes them, who judges, who is
 * told. Safe for any number of threads.
 */
final class DeliveryAttempts {

  private final Provider provider;
  private final Function<String, Delivery> lost;
  private final SettlementPolicy verdicts;
  private final DestinationCircuit circuit;
  private final RelayListener listener;
  private final Predicate<Lease> renewed;

  /**
   * Errands to one provider.
   *
   * @param lost what a delivery came to of which nobody heard, and why
   * @param renewed whether a lease, which may have run out, is ours for as long again
   */
  DeliveryAttempts(
      Provider provider,
      Function<String, Delivery> lost,
      SettlementPolicy verdicts,
      DestinationCircuit circuit,
      RelayListener listener,
      Predicate<Lease> renewed) {
    this.provider = provider;
    this.lost = lost;
    this.verdicts = verdicts;
    this.circuit = circuit;
    this.listener = listener;
    this.renewed = renewed;
  }

  /** How many may be leased now. */
  int admits() {
    return circuit.admits();
  }

  /** What is to be done first. */
  SettlementPolicy.Step before(Lease lease) {
    return verdicts.before(lease);
  }

  /**
   * Whether it may be asked for and sent now; if so, what came of that must be {@link #heard} or
   * {@link #found}, or {@link #givenUp}.
   */
  boolean enters(Lease lease) {
    return circuit.enters(lease);
  }

  /**
   * Whether the lease, however long ago it was given, is still ours, and for as long again. Where
   * no transaction can be had it is not.
   */
  boolean isOurs(Lease lease) {
    try {
      return renewed.test(lease);
    } catch (RuntimeException e) {
      tell(lease, e);
      return false;
    }
  }

  /** It is not sent after all. */
  void givenUp(Lease lease) {
    circuit.givenUp(lease);
  }

  /** What came of sending it, told to the circuit. */
  Settlement heard(Lease lease, Delivery delivery) {
    Heard heard = circuit.heard(lease, delivery);
    tell(lease.intent().address().destination(), heard.turn(), why(delivery));
    return verdicts.after(lease, delivery, heard.blame(verdicts.isLast(lease)));
  }

  /** What came of sending it in a transaction that was undone; whose failure that was. */
  Settlement undone(Lease lease, String why, FailureOf blame) {
    return verdicts.after(lease, new Delivery.Unavailable(why, Optional.empty()), blame);
  }

  /** What is left to say where a defect hides what came of it; never throws. */
  Settlement broken(Lease lease, Throwable defect) {
    String why = defect.getClass().getName();
    try {
      givenUp(lease);
      tell(lease, defect);
      return verdicts.after(lease, lost.apply(why));
    } catch (RuntimeException | Error e) { // whatever is asked for is as broken
      return new Settlement.Parked(Settlement.Reason.OUTCOME_UNKNOWN, why);
    }
  }

  /** What came of asking for it, told to the circuit; empty if it may be sent. */
  Optional<Settlement> found(Lease lease, InquiryResult finding) {
    if (finding instanceof InquiryResult.CannotSay cannot) {
      return Optional.of(unheard(lease, cannot));
    }
    Optional<Settlement> found = verdicts.found(lease, finding);
    if (found.isPresent()) {
      givenUp(lease);
    }
    return found;
  }

  private Settlement unheard(Lease lease, InquiryResult.CannotSay cannot) {
    Heard heard = circuit.unheard(lease);
    tell(lease.intent().address().destination(), heard.turn(), cannot.why());
    return verdicts.unheard(lease, cannot, heard.blame(verdicts.isLast(lease)));
  }

  Delivery deliver(Lease lease) {
    try {
      return provider.deliver(lease);
    } catch (RuntimeException
        | Error e) { // a provider that breaks its word has still not told us anything
      return new Delivery.Unknown(e.getClass().getName());
    }
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

  private void tell(Lease lease, Throwable defect) {
    listener.interrupted(lease.intent().address().destination(), defect, Duration.ZERO);
  }

  private void tell(Destination destination, DestinationCircuit.Turn turn, String why) {
    switch (turn) {
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
