// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/**
 * One attempt at delivering one leased intent. One thread runs it, once. Another may give it up;
 * its outcome is then ignored, for the intent and for the circuit.
 */
final class DeliveryAttempt {

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

  private final DeliveryAttempts shared;
  private final Lease lease;
  private AttemptState state = AttemptState.BEGUN;
  private @Nullable Thread runner;

  DeliveryAttempt(DeliveryAttempts shared, Lease lease) {
    this.shared = shared;
    this.lease = lease;
  }

  /** Takes as long as the provider does. Empty if it was given up meanwhile. Never throws. */
  Optional<Settlement> run() {
    enter();
    try {
      return attempt();
    } catch (RuntimeException | Error e) { // without a settlement it would stay under way for ever
      boolean unsent = hasSentNothing();
      return ended(() -> unsent ? shared.unsent(lease, e) : shared.broken(lease, e));
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
      return Optional.of(shared.broken(lease, e));
    }
  }

  private Optional<Settlement> givenUp(AttemptState was, String why) {
    return switch (was) {
      case BEGUN -> notSentInTime();
      case ENTERED -> {
        shared.notSent(lease);
        yield notSentInTime();
      }
      case ASKING -> Optional.of(shared.hung(lease, why));
      case SENDING -> Optional.of(shared.answered(lease, new Delivery.OutcomeUnknown(why)));
      case OVER, GIVEN_UP -> Optional.empty();
    };
  }

  private Optional<Settlement> attempt() {
    SettlementPolicy.LeaseAction action = shared.before(lease);
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
    if (!shared.maySend(lease)) {
      shared.notSent(lease);
      return ended(shared::notMarked);
    }
    if (!moves(AttemptState.ENTERED, AttemptState.SENDING)) {
      return Optional.empty();
    }
    Delivery delivery = shared.deliver(lease);
    return ended(() -> shared.answered(lease, delivery));
  }

  /** What the question leads to; empty if it may be sent, unless it was given up. */
  private Optional<Settlement> asked() {
    if (!moves(AttemptState.ENTERED, AttemptState.ASKING)) {
      return Optional.empty();
    }
    InquiryResult answer = shared.ask(lease);
    if (!moves(AttemptState.ASKING, AttemptState.ENTERED)) {
      return Optional.empty();
    }
    Optional<Settlement> found = shared.found(lease, answer);
    if (found.isPresent() || shared.isOurs(lease)) {
      return found;
    }
    shared.notSent(lease); // another relay may have sent it since the provider was asked
    return released();
  }

  /** It is not unknown: what would note it as sent hangs. */
  private Optional<Settlement> notSentInTime() {
    shared.tell(lease, new TimeoutException("not noted as sent, and not sent"));
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
        && shared.enters(lease)
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
