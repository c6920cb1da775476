// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.sql.SQLException;
import java.util.Set;
import org.semel.store.StoreException;
import org.semel.tx.Faults;

/**
 * Of Semel's own statements: that a right, a table or a column is missing, or that an index is
 * broken, is no message's fault, and passes when somebody has mended it. The same error in a
 * statement of the route's own stays one. What a message's content does to a statement of ours is
 * judged as any other error.
 *
 * @see <a href="https://www.postgresql.org/docs/17/errcodes-appendix.html">PostgreSQL error
 *     codes</a>
 */
final class OwnTables implements Faults {

  private static final Set<String> CLASSES =
      Set.of(
          "0A", // not supported: a cached plan whose table has changed
          "28", // not authorized
          "3D", // no such database
          "3F", // no such schema
          "42", // no such table, no such right
          "XX"); // internal: a broken index or page

  @Override
  public Opinion of(Throwable fault) {
    return fault instanceof StoreException ours
            && ours.getCause() instanceof SQLException sql
            && sql.getSQLState() != null
            && sql.getSQLState().length() == 5
            && CLASSES.contains(sql.getSQLState().substring(0, 2))
        ? Opinion.TRANSIENT
        : Opinion.NONE;
  }
}
