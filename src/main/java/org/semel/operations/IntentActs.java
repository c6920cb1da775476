// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter.Period;

/**
 * Listing intents, and acting on one. No act interrupts a running lease: a relay that holds an
 * intent may be sending it at this moment. For many at once see {@link PlanActs}.
 *
 * <p>Destinations are named as routes name them after {@code intent:}. A name that no destination
 * can have throws {@link IllegalArgumentException}.
 */
public interface IntentActs {

  /**
   * Intents to a destination that wait for a person, without their bodies; the first page.
   *
   * @param most 1 or more
   */
  default List<IntentRecord> parked(String destination, ParkedFilter which, int most) {
    return parked(destination, which, IntentRecord.Position.START, most);
  }

  /**
   * Intents to a destination that wait for a person, without their bodies, in the order in which
   * they were recorded.
   *
   * @param after the position of the last one of the page before
   * @param most 1 or more
   */
  List<IntentRecord> parked(
      String destination, ParkedFilter which, IntentRecord.Position after, int most);

  /**
   * Intents to a destination in one state, without their bodies. First comes, of those that are
   * pending or leased, the longest due; of those that are parked, what was recorded first; of those
   * that came to their end and are still kept, the latest. A page reads what stands before its last
   * intent; if leased ones are asked for, also those that are pending and due before.
   *
   * @param after the position of the last one of the page before; empty for the first page
   * @param most 1 or more
   */
  List<IntentRecord> list(
      String destination, IntentFilter which, Optional<IntentRecord.Position> after, int most);

  /**
   * Intents that wait for a person by destination, reason and last answer, the largest group first;
   * the first page. Reads all that wait.
   *
   * @param destination only to this one; empty for all
   * @param most 1 or more
   */
  default List<IntentGroup> groups(Optional<String> destination, int most) {
    return groups(destination, GroupPlace.START, most);
  }

  /**
   * The same behind a place. A group that grows or shrinks during paging may be seen twice or not
   * at all.
   *
   * @param after the place of the last group of the page before
   */
  List<IntentGroup> groups(Optional<String> destination, GroupPlace after, int most);

  /** The intent of this key, whatever its state. Empty if there is none. */
  Optional<IntentRecord> find(UUID key);

  /**
   * The content that the intent of this key sends, for a person who reads it; leaves a line in the
   * audit. Empty if there is no such intent.
   *
   * @param most a body with more bytes is not read, and only its size is shown; 0 or more
   */
  Optional<IntentContent> view(UUID key, int most, OperatorContext by);

  /** {@link #withdraw(UUID, RowVersion, OperatorContext)} of the intent as it is now. */
  default Intervention withdraw(UUID key, OperatorContext by) {
    return withdraw(key, RowVersion.LATEST, by);
  }

  /** {@link #retry(UUID, RowVersion, OperatorContext)} of the intent as it is now. */
  default Intervention retry(UUID key, OperatorContext by) {
    return retry(key, RowVersion.LATEST, by);
  }

  /** {@link #delivered(UUID, String, RowVersion, OperatorContext)} of the intent as it is now. */
  default Intervention delivered(UUID key, String reference, OperatorContext by) {
    return delivered(key, reference, RowVersion.LATEST, by);
  }

  /**
   * It shall not take effect: it is never sent again. A request that was sent before is not taken
   * back.
   *
   * @param seen what the operator has looked at; nothing is done if it has changed since
   */
  Intervention withdraw(UUID key, RowVersion seen, OperatorContext by);

  /**
   * It is due now. A parked one begins its attempts again and is sent whatever became of earlier
   * attempts: the operator vouches that it did not take effect, or may do so twice.
   *
   * @param seen what the operator has looked at; nothing is done if it has changed since
   */
  Intervention retry(UUID key, RowVersion seen, OperatorContext by);

  /**
   * It took effect, as the operator knows from elsewhere; nothing is sent.
   *
   * @param reference what the provider calls the effect; 1 to 500 characters, not only spaces
   * @param seen what the operator has looked at; nothing is done if it has changed since
   */
  Intervention delivered(UUID key, String reference, RowVersion seen, OperatorContext by);

  /**
   * Selects intents of one state; all conditions must hold.
   *
   * @param state in which they are
   * @param uncertain true for only those of which no one knows whether they took effect; see {@link
   *     IntentRecord.Sending#uncertain}
   * @param last the whole last answer; see {@link IntentRecord.Answers#last}
   * @param within when those that are pending or leased were recorded; when the others were parked,
   *     delivered or withdrawn
   * @param keys of identities from which they come; empty for any
   */
  record IntentFilter(
      IntentState state,
      boolean uncertain,
      Optional<String> last,
      Period within,
      Set<String> keys) {

    public IntentFilter {
      keys = Set.copyOf(keys);
    }

    /** All that are in this state. */
    public static IntentFilter of(IntentState state) {
      return new IntentFilter(state, false, Optional.empty(), Period.EVER, Set.of());
    }
  }

  /**
   * The content that an intent sends, or has sent.
   *
   * @param intent which
   * @param headers what goes with the body; none of one that came to its end
   * @param body as it was recorded; nothing of one that came to its end, as nothing of it is kept
   */
  record IntentContent(IntentRecord intent, Headers headers, Body body) {}

  /**
   * Intents to a destination that wait, and that one mend may help: parked for one reason, after
   * one answer.
   *
   * @param destination where they go
   * @param reason why they are parked; see {@link IntentRecord.Answers#reason}
   * @param group the last answer, which is the same for all of them; see {@link
   *     IntentRecord.Answers#last}
   * @param rows how many
   * @param oldest age of the one that waits longest, by the database's clock
   * @param latest age of the one that was parked last
   */
  record IntentGroup(
      String destination,
      Optional<String> reason,
      Optional<String> group,
      long rows,
      Duration oldest,
      Duration latest) {

    /** The place of the group in the list. */
    public GroupPlace place() {
      return new GroupPlace(rows, destination, reason.orElse(""), group.orElse(""));
    }
  }

  /** The result of an act upon an intent. */
  sealed interface Intervention {

    /**
     * It is done.
     *
     * @param destination where the intent goes or would have gone
     * @param before where it stood
     */
    record Done(String destination, IntentState before) implements Intervention {}

    /**
     * Nothing was changed, as a relay holds the intent; try again when it has settled.
     *
     * @param remaining how long its lease lasts at the most, by the database's clock
     */
    record Busy(Duration remaining) implements Intervention {}

    /**
     * Nothing was changed, as the intent has come to its end.
     *
     * @param state final
     */
    record AlreadySettled(IntentState state) implements Intervention {}

    /**
     * Nothing was changed, as the intent is not what the operator has seen: look at it again.
     *
     * @param state where it stands now
     */
    record Changed(IntentState state) implements Intervention {}

    /** There is no such intent. */
    record NotFound() implements Intervention {}
  }
}
