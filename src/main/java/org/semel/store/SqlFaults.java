// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.semel.tx.Faults;

/**
 * Classifies SQL errors, by SQLState only; messages change with language and version.
 *
 * @see <a href="https://www.postgresql.org/docs/17/errcodes-appendix.html">PostgreSQL error
 *     codes</a>
 */
public final class SqlFaults implements Faults {

  /** A lock was not had within {@code lock_timeout}. */
  static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final Set<String> TRANSIENT_CLASSES =
      Set.of(
          "08", // connection exception
          "40", // transaction rollback: 40001 serialization failure, 40P01 deadlock
          "53", // insufficient resources
          "57", // operator intervention: 57P01 shutdown, 57014 cancelled
          "58"); // system error

  private static final Set<String> TRANSIENT_STATES =
      Set.of(
          LOCK_NOT_AVAILABLE,
          "25P03", // idle in transaction for too long
          "25006"); // read only: a failover that is not finished

  private static final Set<String> LASTING_CLASSES =
      Set.of(
          "0A", // not supported
          "21", // cardinality
          "22", // data exception
          "23", // integrity constraint
          "25", // transaction state: 25P02 is what follows an error that the route swallowed
          "42", // syntax or access rule
          "44"); // check option

  @Override
  public Opinion of(Throwable fault) {
    if (!(fault instanceof SQLException sql)) {
      return Opinion.NONE;
    }
    String state = sql.getSQLState();
    if (state == null || state.length() < 2) {
      return sql instanceof SQLTransientException || sql instanceof SQLRecoverableException
          ? Opinion.TRANSIENT
          : Opinion.NONE;
    }
    String stateClass = state.substring(0, 2);
    if (TRANSIENT_STATES.contains(state) || TRANSIENT_CLASSES.contains(stateClass)) {
      return Opinion.TRANSIENT;
    }
    return LASTING_CLASSES.contains(stateClass) ? Opinion.LASTING : Opinion.NONE;
  }
}
