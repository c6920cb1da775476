// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import org.semel.internal.tx.Decision;
import org.semel.operations.ParkedCases.Hold;
import org.semel.operations.ParkedCases.Hold.Held;

/** Releasing and withdrawing parked messages. */
public final class ParkedActs {

  private final OperatorTransactions desk;
  private final ParkedCases cases;
  private final MessageReplay handover;

  ParkedActs(OperatorTransactions desk, ParkedCases cases, MessageReplay handover) {
    this.desk = desk;
    this.cases = cases;
    this.handover = handover;
  }

  /**
   * The message of this number, whether it waits or is settled.
   *
   * @param most a body with more bytes is not read, and only its size is shown; 0 or more
   */
  public Optional<ParkedCase> show(long id, int most) {
    return desk.look(() -> cases.show(id, most));
  }

  /**
   * Waiting messages of a consumer, the longest first. Only the size of their bodies is shown; see
   * {@link #show}.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  public List<ParkedCase> waiting(String consumer, long after, int most) {
    return desk.look(() -> cases.waiting(consumer, after, most));
  }

  /**
   * The numbers of a consumer's waiting messages that match all of {@code which}, the longest
   * first. Reads all waiting messages of the consumer.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  public List<Long> search(String consumer, ParkedFilter which, long after, int most) {
    return desk.look(() -> cases.search(consumer, which, after, most));
  }

  /**
   * Hands a parked message to its consumer again, in one transaction with the claim that it keeps.
   */
  public ReleaseResult release(long id, OperatorContext by) {
    return handover.hand(id, by, outcome -> {});
  }

  /** Decides that a parked message shall not take effect. */
  public WithdrawalResult withdraw(long id, OperatorContext by) {
    return desk.act(
        () -> {
          Hold hold = cases.hold(id);
          if (!(hold instanceof Held held)) {
            return Decision.discard(notWithdrawn(hold));
          }
          cases.settle(id, ParkedCase.State.WITHDRAWN);
          desk.audit()
              .write(new AuditEntry(by, Act.WITHDRAW, held.waiting().subject(), "withdrawn"));
          return Decision.commit(new WithdrawalResult.Withdrawn());
        });
  }

  private static WithdrawalResult notWithdrawn(Hold hold) {
    if (hold instanceof Hold.Settled settled) {
      return new WithdrawalResult.Settled(settled.state());
    }
    return hold instanceof Hold.InHand
        ? new WithdrawalResult.InHand()
        : new WithdrawalResult.Absent();
  }
}
