// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.Parked;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer.CircuitChange;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/**
 * All that a relay has of one destination: its intents, their policy, the provider, the circuit
 * before it, and the observer of intents and circuit. Attempts at delivering are made through it.
 * Safe for any number of threads.
 */
class DestinationChannel {

  private final DestinationQueue queue;
  private final Provider provider;
  private final SettlementPolicy settlements;
  private final DestinationCircuit circuit;
  private final Observer<RelayEvent> observer;
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

  /** Leases that others may take once they have run out. */
  private record RunningLeases(DestinationQueue queue) implements Leases {

    @Override
    public boolean renew(Lease lease) {
      return queue.renew(lease);
    }

    @Override
    public boolean markSent(Lease lease) {
      return queue.markSent(lease);
    }
  }

  /** Sends outside any transaction, under leases that run out. */
  DestinationChannel(
      DestinationQueue queue,
      Provider provider,
      DestinationCircuit circuit,
      Observer<RelayEvent> observer) {
    this(
        queue, provider, settlements(queue, provider), circuit, observer, new RunningLeases(queue));
  }

  /**
   * A channel of these parts.
   *
   * @param circuit hears of each answer at once
   * @param observer of a relay: hears what the answers do to the circuit, and of defects
   */
  DestinationChannel(
      DestinationQueue queue,
      Provider provider,
      SettlementPolicy settlements,
      DestinationCircuit circuit,
      Observer<RelayEvent> observer,
      Leases leases) {
    this.queue = queue;
    this.provider = provider;
    this.settlements = settlements;
    this.circuit = circuit;
    this.observer = observer;
    this.leases = leases;
  }

  /** The policy by which answers of {@code provider} settle the intents of {@code queue}. */
  static SettlementPolicy settlements(DestinationQueue queue, Provider provider) {
    return new SettlementPolicy(
        queue.policy(), () -> provider.inquiry().isPresent(), RandomGenerator.getDefault());
  }

  DestinationQueue queue() {
    return queue;
  }

  DestinationPolicy policy() {
    return queue.policy();
  }

  Observer<RelayEvent> observer() {
    return observer;
  }

  /** The number of intents that may be leased now. */
  int admits() {
    return circuit.admits();
  }

  /** An attempt at the intent of this lease, which has not begun. */
  DeliveryAttempt attempt(Lease lease) {
    return new DeliveryAttempt(this, lease);
  }

  /** The action that the lease begins with. */
  private SettlementPolicy.LeaseAction before(Lease lease) {
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

  /** The settlement of an intent that may not be sent. */
  private Settlement notMarked() {
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

  /** Reports the provider's answer to the circuit, and returns the settlement that follows. */
  Settlement answered(Lease lease, Delivery delivery) {
    return settled(lease, delivery, answer(lease, delivery));
  }

  /**
   * The denial of a delivery that the failed end of its transaction shows; empty if it shows none.
   */
  Optional<Delivery.Denied> refusal(Throwable fault) {
    return provider.refusal(fault);
  }

  /** The settlement that follows from the answer, as the circuit reads it. */
  final Settlement settled(Lease lease, Delivery delivery, CircuitAnswer answer) {
    return settlements.after(lease, delivery, answer.blame(settlements.isLast(lease)));
  }

  /** The settlement of an intent that was sent in a transaction that was undone. */
  Settlement undone(Lease lease, String why, FailureOf blame) {
    return settlements.after(lease, new Delivery.NotAccepted(why, Optional.empty()), blame);
  }

  /** The settlement that follows from a defect before anything was sent; never throws. */
  private Settlement unsent(Lease lease, Throwable defect) {
    Delivery never = Delivery.NotAccepted.neverSent(defect.getClass().getName());
    return broken(lease, defect, never, notMarked());
  }

  /** The settlement that follows from a defect that hides the outcome; never throws. */
  Settlement broken(Lease lease, Throwable defect) {
    String why = defect.getClass().getName();
    Settlement unknown = new Parked(IntentParkingReason.OUTCOME_UNKNOWN, why);
    return broken(lease, defect, lost(why), unknown);
  }

  /** The outcome of a delivery of which no answer came. */
  Delivery lost(String why) {
    return new Delivery.OutcomeUnknown(why);
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

  /**
   * Reports the inquiry's result to the circuit, and returns the settlement that follows; empty if
   * the intent may be sent.
   */
  Optional<Settlement> found(Lease lease, InquiryResult answer) {
    if (answer instanceof InquiryResult.CannotSay cannot) {
      CircuitAnswer read = circuit.noAnswer(lease);
      tell(lease, read.change(), cannot.why());
      FailureOf blame = read.blame(settlements.isLast(lease));
      return left(lease, settlements.unanswered(lease, cannot, blame));
    }
    if (!(answer instanceof InquiryResult.NotAsked)) {
      tell(lease, circuit.found(), "");
    }
    return left(lease, settlements.found(lease, answer));
  }

  /** The settlement of an intent whose inquiry has taken too long: nothing is sent after it. */
  private Settlement hung(Lease lease, String why) {
    return found(lease, new InquiryResult.CannotSay(why))
        .orElseGet(
            () -> {
              notSent(lease);
              return settlements.askedInVain(lease, why);
            });
  }

  /** Notes that an intent that is settled is not sent. */
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

  /** The circuit's reading of the provider's answer; a change of the circuit is reported. */
  CircuitAnswer answer(Lease lease, Delivery delivery) {
    CircuitAnswer answer = circuit.answer(lease, delivery);
    tell(lease, answer.change(), delivery instanceof Delivery.Denied denied ? denied.why() : "");
    return answer;
  }

  private void tell(Lease lease, CircuitChange change, String why) {
    Destination destination = lease.intent().address().destination();
    switch (change) {
      case OPENED ->
          observer.on(
              new RelayEvent.CircuitOpened(destination, circuit.failuresToOpen(), circuit.open()));
      case CLOSED -> observer.on(new RelayEvent.CircuitClosed(destination));
      case PAUSED ->
          observer.on(new RelayEvent.DestinationPaused(destination, why, circuit.open()));
      case CLOSED_AND_PAUSED -> {
        observer.on(new RelayEvent.CircuitClosed(destination));
        observer.on(new RelayEvent.DestinationPaused(destination, why, circuit.open()));
      }
      case RESUMED -> observer.on(new RelayEvent.DestinationResumed(destination));
      case ASKS_NO_MORE ->
          observer.on(
              new RelayEvent.QuestionsUnanswered(
                  destination, circuit.unanswered(), circuit.open()));
      case ASKS_AGAIN -> observer.on(new RelayEvent.QuestionsAnswered(destination));
      case NONE -> {}
    }
  }

  /** A defect in one attempt. */
  void tell(Lease lease, Throwable defect) {
    observer.on(
        new RelayEvent.Interrupted(lease.intent().address().destination(), defect, Duration.ZERO));
  }

  /**
   * One attempt at delivering one leased intent. One thread runs it, once. Another may give it up;
   * its outcome is then ignored, for the intent and for the circuit.
   */
  static final class DeliveryAttempt {

    private enum AttemptState {
      /** Nothing has left yet. */
      BEGUN,
      /** The circuit waits for its outcome, and nothing is under way. */
      ENTERED,
      /** The provider is asked what became of an earlier one. */
      ASKING,
      /** The provider may have it. */
      SENDING,
      /** It has an outcome. */
      OVER,
      /** Its outcome was settled without it. */
      GIVEN_UP
    }

    private final DestinationChannel channel;
    private final Lease lease;
    private AttemptState state = AttemptState.BEGUN;
    private @Nullable Thread runner;

    private DeliveryAttempt(DestinationChannel channel, Lease lease) {
      this.channel = channel;
      this.lease = lease;
    }

    /** Takes as long as the provider does. Empty if it was given up meanwhile. Never throws. */
    Optional<Settlement> run() {
      enter();
      try {
        return attempt();
      } catch (RuntimeException
          | Error e) { // without a settlement it would stay under way for ever
        boolean unsent = hasSentNothing();
        return ended(() -> unsent ? channel.unsent(lease, e) : channel.broken(lease, e));
      } finally {
        leave();
      }
    }

    /**
     * Ends it without its thread, which is interrupted.
     *
     * @param why for the operator
     * @return what that leads to; empty if it is over already
     */
    Optional<Settlement> giveUp(String why) {
      AttemptState was = stop();
      try {
        return givenUp(was, why);
      } catch (RuntimeException | Error e) { // no other thread settles it any more
        return Optional.of(channel.broken(lease, e));
      }
    }

    private Optional<Settlement> givenUp(AttemptState was, String why) {
      return switch (was) {
        case BEGUN -> notSentInTime();
        case ENTERED -> {
          channel.notSent(lease);
          yield notSentInTime();
        }
        case ASKING -> Optional.of(channel.hung(lease, why));
        case SENDING -> Optional.of(channel.answered(lease, new Delivery.OutcomeUnknown(why)));
        case OVER, GIVEN_UP -> Optional.empty();
      };
    }

    private Optional<Settlement> attempt() {
      SettlementPolicy.LeaseAction action = channel.before(lease);
      if (action instanceof SettlementPolicy.LeaseAction.Settle settle) {
        return ended(settle::settlement);
      }
      if (!enters()) {
        return ended(Settlement.NotBegun::new);
      }
      if (action instanceof SettlementPolicy.LeaseAction.Ask) {
        Optional<Settlement> found = asked();
        if (found.isPresent()) {
          return ended(found::get);
        }
      }
      if (!channel.maySend(lease)) {
        channel.notSent(lease);
        return ended(channel::notMarked);
      }
      if (!moves(AttemptState.ENTERED, AttemptState.SENDING)) {
        return Optional.empty();
      }
      Delivery delivery = channel.deliver(lease);
      return ended(() -> channel.answered(lease, delivery));
    }

    /**
     * The settlement that follows from the inquiry; empty if the intent may be sent, or was given
     * up meanwhile.
     */
    private Optional<Settlement> asked() {
      if (!moves(AttemptState.ENTERED, AttemptState.ASKING)) {
        return Optional.empty();
      }
      InquiryResult answer = channel.ask(lease);
      if (!moves(AttemptState.ASKING, AttemptState.ENTERED)) {
        return Optional.empty();
      }
      Optional<Settlement> found = channel.found(lease, answer);
      if (found.isPresent() || channel.isOurs(lease)) {
        return found;
      }
      channel.notSent(lease); // another relay may have sent it since the provider was asked
      return released();
    }

    /**
     * The settlement of an attempt whose mark as sent hangs. Its outcome is not unknown: it was not
     * sent.
     */
    private Optional<Settlement> notSentInTime() {
      channel.tell(lease, new TimeoutException("not noted as sent, and not sent"));
      return released();
    }

    private static Optional<Settlement> released() {
      return Optional.of(new Settlement.NotBegun());
    }

    private synchronized void enter() {
      runner = Thread.currentThread();
    }

    private synchronized void leave() {
      runner = null;
    }

    private synchronized boolean enters() {
      return state == AttemptState.BEGUN
          && channel.enters(lease)
          && moves(AttemptState.BEGUN, AttemptState.ENTERED);
    }

    /** Unless it was given up. */
    private synchronized boolean moves(AttemptState from, AttemptState to) {
      boolean goesOn = state == from;
      if (goesOn) {
        state = to;
      }
      return goesOn;
    }

    private synchronized boolean hasSentNothing() {
      return state == AttemptState.BEGUN || state == AttemptState.ENTERED;
    }

    private Optional<Settlement> ended(Supplier<Settlement> outcome) {
      return ends() ? Optional.of(outcome.get()) : Optional.empty();
    }

    private synchronized boolean ends() {
      if (state == AttemptState.GIVEN_UP) {
        return false;
      }
      state = AttemptState.OVER;
      return true;
    }

    /** Its state before. The interrupt does not outlast the run. */
    private synchronized AttemptState stop() {
      AttemptState was = state;
      if (was != AttemptState.OVER) {
        state = AttemptState.GIVEN_UP;
        if (runner != null) {
          runner.interrupt();
        }
      }
      return was;
    }
  }
}
