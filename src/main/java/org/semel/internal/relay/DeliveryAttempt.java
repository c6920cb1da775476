// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Settlement;

/**
 * One try at one leased intent. One thread runs it, once. Another may give it up; what still comes
 * of it counts for nothing then, neither for the intent nor for the circuit.
 */
final class DeliveryAttempt {

  private enum AttemptState {
    /** Nothing has left yet. */
    BEGUN,
    /** The circuit waits to hear of it, and nothing is under way. */
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

  private final DeliveryAttempts errand;
  private final Lease lease;
  private AttemptState state = AttemptState.BEGUN;
  private @Nullable Thread runner;

  DeliveryAttempt(DeliveryAttempts errand, Lease lease) {
    this.errand = errand;
    this.lease = lease;
  }

  /** Takes as long as the provider does. Empty if it was given up meanwhile. Never throws. */
  Optional<Settlement> run() {
    enter();
    try {
      return attempt();
    } catch (RuntimeException | Error e) { // whoever brings nothing is in hand for ever
      return ended(() -> errand.broken(lease, e));
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
    } catch (RuntimeException | Error e) { // nobody else says it any more
      return Optional.of(errand.broken(lease, e));
    }
  }

  private Optional<Settlement> givenUp(AttemptState was, String why) {
    return switch (was) {
      case BEGUN -> released();
      case ENTERED -> {
        errand.givenUp(lease);
        yield released();
      }
      case ASKING -> errand.found(lease, new InquiryResult.CannotSay(why));
      case SENDING -> Optional.of(errand.heard(lease, new Delivery.Unknown(why)));
      case OVER, GIVEN_UP -> Optional.empty();
    };
  }

  private Optional<Settlement> attempt() {
    SettlementPolicy.Step step = errand.before(lease);
    if (step instanceof SettlementPolicy.Step.Settle settle) {
      return ended(settle::settlement);
    }
    if (!enters()) {
      return ended(Settlement.Released::new);
    }
    if (step instanceof SettlementPolicy.Step.Ask) {
      Optional<Settlement> found = asked();
      if (found.isPresent()) {
        return ended(found::get);
      }
    }
    if (!moves(AttemptState.ENTERED, AttemptState.SENDING)) {
      return Optional.empty();
    }
    Delivery delivery = errand.deliver(lease);
    return ended(() -> errand.heard(lease, delivery));
  }

  /** What the question leads to; empty if it may be sent, unless it was given up. */
  private Optional<Settlement> asked() {
    if (!moves(AttemptState.ENTERED, AttemptState.ASKING)) {
      return Optional.empty();
    }
    InquiryResult finding = errand.ask(lease);
    if (!moves(AttemptState.ASKING, AttemptState.ENTERED)) {
      return Optional.empty();
    }
    Optional<Settlement> found = errand.found(lease, finding);
    if (found.isPresent() || errand.isOurs(lease)) {
      return found;
    }
    errand.givenUp(lease); // what was found was found before another may have sent it
    return released();
  }

  private static Optional<Settlement> released() {
    return Optional.of(new Settlement.Released());
  }

  private synchronized void enter() {
    runner = Thread.currentThread();
  }

  private synchronized void leave() {
    runner = null;
  }

  private synchronized boolean enters() {
    return state == AttemptState.BEGUN
        && errand.enters(lease)
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

  /** Where it was. The interrupt does not outlast the runner's stay here. */
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
