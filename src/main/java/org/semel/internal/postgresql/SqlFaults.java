// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql;

import java.net.SocketException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.semel.internal.tx.Faults;
import org.semel.xa.PostgresXADataSource;

/**
 * Classifies SQL errors, by SQLState only; messages change with language and version.
 *
 * @see <a href="https://www.postgresql.org/docs/17/errcodes-appendix.html">PostgreSQL error
 *     codes</a>
 */
public final class SqlFaults implements Faults {

  /** A lock was not acquired within {@code lock_timeout}. */
  public static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final Set<String> TRANSIENT_CLASSES =
      Set.of(
          "08", // connection exception
          "53", // insufficient resources
          "57", // operator intervention: 57P01 shutdown, 57014 cancelled
          "58", // system error
          "XX"); // internal: a panic, a broken index or page

  private static final Set<String> TRANSIENT_STATES =
      Set.of(
          "25P03", // idle in transaction for too long
          "25006"); // read only: a failover that is not finished

  /** Class 40: 40001 serialization failure, 40P01 deadlock. */
  private static final String ROLLED_BACK_FOR_ANOTHER = "40";

  /** The error of every statement after a swallowed error. */
  private static final String ABORTED = "25P02";

  private static final Set<String> LASTING_CLASSES =
      Set.of(
          "0A", // not supported
          "21", // cardinality
          "22", // data exception
          "23", // integrity constraint
          "25", // transaction state
          "42", // syntax or access rule
          "44"); // check option

  private static final Set<String> OUR_OWN_CLASSES =
      Set.of(
          "0A", // not supported: a cached plan whose table has changed
          "28", // not authorized
          "3D", // no such database
          "3F", // no such schema
          "42"); // no such table, no such right

  /**
   * For Semel's own statements: a missing right, table or column is not the message's fault, and
   * passes when it is repaired. The same error in a statement of the route is permanent. An error
   * that a message's content causes is classified like any other.
   */
  public static Faults ofOwnStatements() {
    return fault ->
        fault instanceof StoreException ours
                && ours.getCause() instanceof SQLException sql
                && sql.getSQLState() != null
                && sql.getSQLState().length() == 5
                && OUR_OWN_CLASSES.contains(sql.getSQLState().substring(0, 2))
            ? Opinion.TRANSIENT
            : Opinion.NONE;
  }

  @Override
  public Opinion of(Throwable fault) {
    if (fault instanceof StoreException ours) {
      return isClosedFromHere(ours.getCause()) ? Opinion.HELD_UP : Opinion.NONE;
    }
    if (!(fault instanceof SQLException sql)) {
      return Opinion.NONE;
    }
    if (isClosedFromHere(sql)) {
      return Opinion.CUT_OFF;
    }
    String state = sql.getSQLState();
    return state == null || state.length() < 2
        ? Opinion.UNREACHED // no database has said that: a pool gave no connection
        : of(state, state.substring(0, 2));
  }

  /**
   * Only our data source does so, with what takes too long; a lost connection has other causes. It
   * adds that to what a statement throws; while rows are read there are the words of Java alone.
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

  private static Opinion of(String state, String stateClass) {
    if (state.equals(LOCK_NOT_AVAILABLE) || stateClass.equals(ROLLED_BACK_FOR_ANOTHER)) {
      return Opinion.CONTENDED;
    }
    if (TRANSIENT_STATES.contains(state) || TRANSIENT_CLASSES.contains(stateClass)) {
      return Opinion.TRANSIENT;
    }
    if (state.equals(ABORTED)) {
      return Opinion.INHERITED;
    }
    return LASTING_CLASSES.contains(stateClass) ? Opinion.LASTING : Opinion.NONE;
  }
}
