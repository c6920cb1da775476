// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A transaction that is prepared in the database, and has not ended there. Most are so for a
 * moment; one that stays has lost its transaction manager, and holds its locks until that is back.
 *
 * @param gid by which the database names it
 * @param prepared when, by the database's clock
 * @param age how long ago that is
 * @param role of the database that prepared it; only that role, or an owner of it, can end it
 * @param global what it is a branch of; empty if the gid is no driver's
 * @param decision what the transaction manager has decided, as far as its log can be seen here
 * @param atBroker whether a broker has prepared a branch of the same transaction
 * @param tables with rows that it has written or locked
 * @param identities of the messages that it handles: a claim is a new row, and a database shows no
 *     one the new rows of a transaction that has not ended; those that it has changed are not
 *     looked for
 */
public record InDoubtTransaction(
    String gid,
    Instant prepared,
    Duration age,
    String role,
    Optional<GlobalBranch> global,
    LoggedDecision decision,
    BranchState atBroker,
    List<String> tables,
    Visibility identities) {

  public InDoubtTransaction {
    tables = List.copyOf(tables);
  }

  /**
   * A branch of a global transaction.
   *
   * @param format by which transaction managers are told apart
   * @param id of the global transaction, as hexadecimal digits
   * @param node that began it; empty if its transaction manager does not write that into the id
   */
  public record GlobalBranch(int format, String id, Optional<String> node) {}

  /** The decision in the log of a transaction manager. */
  public enum LoggedDecision {
    /** It is to commit; recovery will do that. */
    COMMIT,
    /**
     * It is to commit, and recovery will not do that: it has taken the record for finished, and has
     * moved it away. A person puts it back before the server is started again, or recovery will
     * roll back what is prepared.
     */
    SET_ASIDE,
    /**
     * Nothing: its own server has decided nothing. It runs still, or recovery will roll it back.
     */
    NOT_DECIDED,
    /** It cannot be seen from here: another server's log, or one that this server does not show. */
    CANNOT_BE_SEEN
  }

  /** The state of a transaction's branch at a resource. */
  public enum BranchState {
    /** It has one that is prepared, and has not ended. */
    PREPARED,
    /** It has none that is prepared: it has ended there, or never was. */
    NOT_PREPARED,
    /** It cannot be seen from here. */
    CANNOT_BE_SEEN
  }

  /** The visibility of something from here. */
  public enum Visibility {
    /** It was seen from here. */
    SEEN,
    /** It cannot be seen from here; what is said of it is no evidence that there is nothing. */
    CANNOT_BE_SEEN
  }
}
