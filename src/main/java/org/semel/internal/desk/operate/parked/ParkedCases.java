// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedFilter;
import org.semel.operations.RowVersion;

/** The parked messages, as operators work on them. Every act joins the caller's transaction. */
public interface ParkedCases {

  /** The result of locking a case. */
  sealed interface Hold {

    /** It waits, and is locked for the caller's transaction. */
    record Locked(ParkedCase waiting) implements Hold {}

    /** Another transaction has locked it. */
    record Busy() implements Hold {}

    /** It was settled before. */
    record AlreadySettled(ParkedState state) implements Hold {}

    /** It waits, and is not as it was seen. */
    record Changed() implements Hold {}

    /** There is none of this number. */
    record NotFound() implements Hold {}
  }

  /** Locks a case, as it is now; see {@link #hold(long, RowVersion)}. */
  default Hold hold(long id) {
    return hold(id, RowVersion.LATEST);
  }

  /**
   * Locks a case for the caller's transaction. Does not wait for another holder.
   *
   * @param seen a case that has changed since is not locked
   */
  Hold hold(long id, RowVersion seen);

  /**
   * Whether a held case is the notice of a gap that is open: its message waits on, and would be
   * absorbed as a copy of itself.
   */
  boolean tellsOfAGap(ParkedCase held);

  /**
   * Gives back the claim that a held case keeps, so that its identity can be claimed again: only
   * the very claim with which it was parked, and none if it was parked without one.
   */
  void freeClaim(ParkedCase held);

  /** Settles a case that the caller holds. */
  void settle(long id, ParkedState end);

  /** Notes that a release failed; nothing happens if the case does not wait any more. */
  void failed(long id, Failure failure);

  /**
   * The case of this number; of a body with more than {@code most} bytes no more than its size is
   * read.
   */
  Optional<ParkedCase> show(long id, int most);

  /**
   * Cases of a consumer that wait, the longest first. Of their bodies no more than the size is
   * read: many together may be too large for the memory.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<ParkedCase> waiting(String consumer, long after, int most);

  /** The numbers of those that wait and of which all of {@code which} holds, the longest first. */
  List<Long> search(String consumer, ParkedFilter which, long after, int most);

  /**
   * The numbers of those that came with this JMSMessageID: those that wait, then those that are
   * settled; the oldest first.
   */
  List<Long> withMessageId(String messageId, Collection<String> consumers, int most);

  /** Those that wait, by consumer, reason and failure group, the largest first; behind a place. */
  List<FailureGroup> groups(Optional<String> consumer, GroupPlace after, int most);
}
