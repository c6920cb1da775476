// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/**
 * The one table of what can go wrong with a transaction over messages, and what follows. A {@link
 * Verdict} is a matter of the cause alone. The lines stand in order of strength: of all that an
 * exception, what caused it and what was suppressed by it tell, the last line of the table counts.
 *
 * <p>The edge that an exception comes from knows which cause it shows; see {@link Faults}.
 */
public enum Cause {
  /** A fault that no other line names. */
  UNNAMED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "any other exception or error with which a route ends, or a transaction's synchronisation before the commit: a"
          + " time-out of the route's own included"),

  /** The transaction did not commit, and nothing tells why. */
  UNTOLD(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "a `RollbackException` or an `XAException` with nothing behind it: most often a branch whose server went away"),

  /** There was no connection to be had. */
  UNREACHED(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "an `SQLException` without SQLState: a pool has no connection left, or gives none to a transaction that is lost"),

  /**
   * A statement of Semel's own was cut off, as the time of its transaction was up. All that follows
   * from that shows nothing else.
   */
  HELD_UP(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "a statement of Semel's own that the data source cut off, as the transaction's time was up"),

  /**
   * The connection was closed from this side under a statement, as the time of its transaction was
   * up. All that follows from that shows nothing else.
   */
  CUT_OFF(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "a statement of the route that the data source cut off, as the transaction's time was up"),

  /** It lasted longer than its transaction may. */
  OVERTIME(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "the transaction lasted longer than `transaction-timeout`, and nothing that passes was met; of several messages"
          + " none is blamed, and fewer are taken"),

  /** The transaction was marked rollback-only, and nothing tells why. */
  MARKED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "the transaction or the exchange was marked rollback-only without an exception"),

  /** The database or the broker has refused what the message asks for, and would do so again. */
  REFUSED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "every SQLState that no other line names: classes 21, 22, 23, 42, 44, `P0001`, `XX000` and those of an"
          + " extension's or a function's own included; JMS: a message, a selector or a name that is not valid"),

  /**
   * Something before this one had already broken the transaction; the work that meets it has not
   * broken it.
   */
  INHERITED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "SQLState 25P02: a statement failed before, and its error was swallowed. If the driver tells"
          + " which error, and a line below names that, the line below counts"),

  /** The database can commit by itself what was done, and cannot prepare it. */
  UNPREPARED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "SQLState 0A000 of `PREPARE TRANSACTION` itself: `NOTIFY`, a temporary table, a held cursor, an exported snapshot. No"
          + " attempt is counted for it: the message comes again, and is handled alone, where the database commits by"
          + " itself (`SEMEL-0450`); what fails there counts"),

  /** A lock was not had in time. */
  LOCKED(
      Verdict.CONTENTION,
      Bound.BESIDE_OTHERS,
      "SQLState 55P03; `PessimisticLockException`, `LockTimeoutException`, and their like in Hibernate and Spring"),

  /** Another transaction was first. */
  OUTRUN(
      Verdict.CONTENTION,
      Bound.ALONE,
      "SQLState 40001, 40P01 and the rest of class 40; `OptimisticLockException`, `StaleStateException`, and their like"
          + " in Hibernate, EclipseLink and Spring"),

  /** A rival holds the identity. */
  RIVAL(
      Verdict.CONTENTION,
      Bound.NONE,
      "another transaction has claimed the identity, and has not ended within the lock timeout"),

  /** Nothing was begun. */
  NOT_BEGUN(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "the transaction manager could not begin the transaction"),

  /** The memory of the virtual machine was used up; by whom no one knows. */
  WITHOUT_MEMORY(Verdict.OUTAGE, Bound.BESIDE_OTHERS, "an `OutOfMemoryError`"),

  /** A statement or a session ran into a time-out of the database's. */
  TIMED_OUT(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "SQLState 57014 and 25P03, `QueryTimeoutException`: a statement was cancelled, or a session idle for too long"),

  /** The same message still runs on another thread. */
  STILL_RUNNING(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "the route has not returned from an earlier delivery of the message"),

  /** A statement of Semel's own lacks something that only a person can give. */
  UNFIT(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "a table, a column or a right that a statement of Semel's own lacks; a login that the database refuses. While"
          + " the start-up proof runs, it refuses the consumer"),

  /** A database, a broker or another system is away. */
  AWAY(
      Verdict.OUTAGE,
      Bound.BESIDE_OTHERS,
      "SQLState 08, 53, 57, 58, 25006, XX001, XX002, and any other with which the session ends; any other"
          + " `JMSException`; HTTP status 429, 502, 503, 504; the exceptions that `outages` names"),

  /** The work's thread was interrupted; by whom no one knows. */
  INTERRUPTED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "an `InterruptedException` or `ClosedByInterruptException`, in whatever it is wrapped; a thread that the route"
          + " leaves interrupted (`SEMEL-0209`)"),

  /**
   * The work did to its transaction what only the owner may. All else that failed follows from
   * that.
   */
  MISUSED(
      Verdict.FAILURE,
      Bound.ATTEMPTS,
      "a route that ends its transaction, or puts another in its place (`SEMEL-0208`)"),

  /** No one knows how the transaction ended. */
  UNDECIDED(
      Verdict.IN_DOUBT,
      Bound.BESIDE_OTHERS,
      "the transaction manager reports a heuristic outcome, or none");

  /** The bound that ends it for one message if it never ends by itself. */
  public enum Bound {
    /** So many failures alone. */
    ATTEMPTS("`attempts`"),
    /** So many stops alone, while no other message is stopped. */
    ALONE("`deliveries`, while nothing else is stopped"),
    /** So many stops alone, while others take effect and no other message is stopped. */
    BESIDE_OTHERS("`deliveries`, while others take effect and nothing else is stopped"),
    /** Nothing. */
    NONE("the rival's end");

    private final String words;

    Bound(String words) {
      this.words = words;
    }

    /** For people, in the words of the documentation. */
    public String words() {
      return words;
    }
  }

  private final Verdict verdict;
  private final Bound bound;
  private final String shows;

  Cause(Verdict verdict, Bound bound, String shows) {
    this.verdict = verdict;
    this.bound = bound;
    this.shows = shows;
  }

  /** The verdict that follows. */
  public Verdict verdict() {
    return verdict;
  }

  /** The bound that ends it for one message if it never ends by itself. */
  public Bound bound() {
    return bound;
  }

  /** The signs by which it shows, in the words of the documentation. */
  public String shows() {
    return shows;
  }

  /** Whether it goes away by itself, and is no failure of the message. */
  public boolean passes() {
    return verdict != Verdict.FAILURE;
  }

  /** Whether what lies behind it follows from it. */
  boolean tellsAll() {
    return this == HELD_UP || this == CUT_OFF;
  }

  /** The stronger one: the one that stands later in the table. */
  public Cause or(Cause other) {
    return compareTo(other) < 0 ? other : this;
  }

  /** An exception of Semel's own that knows its cause. */
  public interface Classified {

    /** Its line of the table. */
    Cause line();
  }
}
