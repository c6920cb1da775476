// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedCase.ParkedState;

/** Releasing and withdrawing parked messages. */
public interface ParkedActs {

  /**
   * The message of this number, whether it waits or is settled. Empty if there is none.
   *
   * @param most a body with more bytes is not read, and only its size is shown; 0 or more
   */
  Optional<ParkedCase> show(long id, int most);

  /**
   * The same, for a person who reads the body; leaves a line in the audit. Empty if there is no
   * such message.
   */
  Optional<ParkedCase> view(long id, int most, OperatorContext by);

  /**
   * Waiting messages of a consumer, the longest first. Only the size of their bodies is shown; see
   * {@link #show}.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<ParkedCase> waiting(String consumer, long after, int most);

  /**
   * The numbers of a consumer's waiting messages that match all of {@code which}, the longest
   * first. Reads all waiting messages of the consumer.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<Long> search(String consumer, ParkedFilter which, long after, int most);

  /**
   * Waiting messages by consumer, reason and failure group, the largest group first; the first
   * page. Reads all waiting messages.
   *
   * @param consumer only of this one; empty for all
   * @param most 1 or more
   */
  default List<FailureGroup> groups(Optional<String> consumer, int most) {
    return groups(consumer, GroupPlace.START, most);
  }

  /**
   * The same behind a place. A group that grows or shrinks during paging may be seen twice or not
   * at all.
   *
   * @param after the place of the last group of the page before
   */
  List<FailureGroup> groups(Optional<String> consumer, GroupPlace after, int most);

  /** {@link #release(long, RowVersion, OperatorContext)} of the message as it is now. */
  default ReleaseResult release(long id, OperatorContext by) {
    return release(id, RowVersion.LATEST, by);
  }

  /** {@link #withdraw(long, RowVersion, OperatorContext)} of the message as it is now. */
  default WithdrawalResult withdraw(long id, OperatorContext by) {
    return withdraw(id, RowVersion.LATEST, by);
  }

  /**
   * Hands a parked message to its consumer again, in one transaction with the claim that it keeps.
   * The route runs on the calling thread, for as long as the consumer's {@code transaction-timeout}
   * lets it.
   *
   * @param id its number; see {@link ParkedCase#id}
   * @param seen what the operator has looked at; nothing is done if it has changed since
   */
  ReleaseResult release(long id, RowVersion seen, OperatorContext by);

  /**
   * Decides that a parked message shall not take effect.
   *
   * @param id its number; see {@link ParkedCase#id}
   * @param seen what the operator has looked at; nothing is done if it has changed since
   */
  WithdrawalResult withdraw(long id, RowVersion seen, OperatorContext by);

  /**
   * Messages of a consumer that wait, and that one mend may help: parked for one reason, after
   * failures of one group.
   *
   * @param consumer whose messages
   * @param reason the code
   * @param group see {@link ParkedCase.Cause#group}; empty for those that did not fail
   * @param rows how many
   * @param oldest age of the one that waits longest, by the database's clock
   * @param latest age of the one that was parked last
   */
  record FailureGroup(
      String consumer,
      ParkingReason reason,
      Optional<String> group,
      long rows,
      Duration oldest,
      Duration latest) {

    /** The place of the group in the list. */
    public GroupPlace place() {
      return new GroupPlace(rows, consumer, reason.name(), group.orElse(""));
    }
  }

  /**
   * A place in a list of groups, of messages or of intents: that of a group.
   *
   * @param rows how many it has; the largest group is the first
   * @param owner its consumer or destination
   * @param reason for which they are parked; blank if there is none
   * @param group what they have in common; blank if nothing
   */
  record GroupPlace(long rows, String owner, String reason, String group) {

    /** Before the first. */
    public static final GroupPlace START = new GroupPlace(Long.MAX_VALUE, "", "", "");
  }

  /** The result of withdrawing a parked message. */
  sealed interface WithdrawalResult {

    /**
     * It will not take effect. A claim that it holds stays, so that its duplicates are absorbed.
     */
    record Withdrawn() implements WithdrawalResult {}

    /** It was settled before, perhaps by another operator a moment ago. */
    record AlreadySettled(ParkedState state) implements WithdrawalResult {}

    /**
     * It reports a gap that is open still, and its message waits for the versions before it. An
     * operator who does not wait for these declares them lost: {@link GapActs#declareLost}.
     */
    record TellsOfAGap() implements WithdrawalResult {}

    /** It waits still, and is not what the operator has seen: look at it again. */
    record Changed() implements WithdrawalResult {}

    /** Another operator's act is in progress. */
    record Busy() implements WithdrawalResult {}

    /** No message has this number. */
    record NotFound() implements WithdrawalResult {}
  }
}
