// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.net.SocketException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.xa.PostgresXADataSource;

/**
 * Reads SQL errors, by SQLState only; messages change with language and version.
 *
 * @see <a href="https://www.postgresql.org/docs/17/errcodes-appendix.html">PostgreSQL error
 *     codes</a>
 */
public final class SqlFaults implements Faults {

  /** A lock was not acquired within {@code lock_timeout}. */
  public static final String LOCK_NOT_AVAILABLE = "55P03";

  /** The states of a server that is away, or of the way to it: no statement is at fault. */
  private static final Set<String> AWAY =
      Set.of(
          "08", // connection exception
          "53", // insufficient resources
          "57", // operator intervention: 57P01 shutdown, 57P03 starting
          "58", // system error
          "25006", // read only: a failover that is not finished
          "XX001", // data corrupted: until somebody repairs it
          "XX002"); // index corrupted

  private static final Set<String> TIMED_OUT =
      Set.of(
          "57014", // a statement was cancelled: its time-out
          "25P03"); // idle in transaction for too long

  /** Class 40: 40001 serialization failure, 40P01 deadlock. */
  private static final String ROLLED_BACK_FOR_ANOTHER = "40";

  /** A constraint of the transaction, checked at its end: of that class, and no rival's doing. */
  private static final String TRANSACTION_INTEGRITY = "40002";

  /** The error of every statement after a swallowed error. */
  private static final String ABORTED = "25P02";

  /** The states that a login meets, and no statement. */
  private static final Set<String> LOGIN =
      Set.of(
          "28", // not authorized
          "3D"); // no such database

  private static final Set<String> MISSING =
      Set.of(
          "0A", // not supported: a cached plan whose table has changed
          "3F", // no such schema
          "42"); // no such table, no such right

  /**
   * At work: a login that is refused, and a right, a table or a column that a statement of Semel's
   * own lacks, is not the message's fault, and passes when it is repaired. The same error in a
   * statement of the route is the route's. An error that a message's content causes is read like
   * any other.
   */
  public static Faults atWork() {
    return fault ->
        isOneOf(LOGIN, fault)
                || (fault instanceof StoreException ours && isOneOf(MISSING, ours.getCause()))
            ? Cause.UNFIT
            : Cause.UNNAMED;
  }

  private static boolean isOneOf(Set<String> states, @Nullable Throwable fault) {
    return fault instanceof SQLException sql
        && isComplete(sql.getSQLState())
        && names(states, sql.getSQLState());
  }

  /** By itself, or by its class. */
  private static boolean names(Set<String> states, String state) {
    return states.contains(state) || states.contains(state.substring(0, 2));
  }

  private static boolean isComplete(@Nullable String state) {
    return state != null && state.length() == 5;
  }

  @Override
  public Cause of(Throwable fault) {
    if (fault instanceof StoreException ours) {
      return isClosedFromHere(ours.getCause()) ? Cause.HELD_UP : Cause.UNNAMED;
    }
    if (!(fault instanceof SQLException sql)) {
      return Cause.UNNAMED;
    }
    return isClosedFromHere(sql) ? Cause.CUT_OFF : withWhatCameNext(sql);
  }

  /**
   * An answer that ends the session has any SQLState. That it was the last one the driver tells in
   * the next exception: PostgreSQL says XX000 if it cannot write its log, and is gone.
   */
  private static Cause withWhatCameNext(SQLException answer) {
    return Stream.iterate(answer, Objects::nonNull, SQLException::getNextException)
        .map(SqlFaults::answered)
        .reduce(Cause.UNNAMED, Cause::or);
  }

  private static Cause answered(SQLException answer) {
    String state = answer.getSQLState();
    return isComplete(state)
        ? of(state)
        : Cause.UNREACHED; // no database has said that: a pool gave no connection
  }

  /**
   * Whether our data source has closed the connection under a statement that took too long; a lost
   * connection has other causes. The data source adds that to a statement's exception; while rows
   * are read there are only Java's own words.
   */
  private static boolean isClosedFromHere(@Nullable Throwable fault) {
    return fault instanceof SQLException && (isMarked(fault) || isClosedSocket(fault.getCause()));
  }

  private static boolean isClosedSocket(@Nullable Throwable cause) {
    return cause instanceof SocketException && "Socket closed".equals(cause.getMessage());
  }

  private static boolean isMarked(Throwable fault) {
    return Arrays.stream(fault.getSuppressed())
        .anyMatch(
            added ->
                added instanceof SQLException sql
                    && PostgresXADataSource.CUT_OFF.equals(sql.getSQLState()));
  }

  /**
   * The cause that an SQLState shows. A state that the author of a function or of an extension
   * chose is no outage, nor is {@code XX000}: PostgreSQL gives it to each error for which its
   * author named no code.
   */
  private static Cause of(String state) {
    if (state.equals(LOCK_NOT_AVAILABLE)) {
      return Cause.LOCKED;
    }
    if (state.startsWith(ROLLED_BACK_FOR_ANOTHER) && !state.equals(TRANSACTION_INTEGRITY)) {
      return Cause.OUTRUN;
    }
    if (TIMED_OUT.contains(state)) {
      return Cause.TIMED_OUT;
    }
    if (names(AWAY, state)) {
      return Cause.AWAY;
    }
    if (state.equals(PostgresXADataSource.UNPREPARABLE)) {
      return Cause.UNPREPARED;
    }
    return state.equals(ABORTED) ? Cause.INHERITED : Cause.REFUSED;
  }
}
