// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.io.Serial;
import java.sql.SQLException;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The database refused a statement or could not be reached. The transaction it was part of can only
 * be rolled back.
 */
public final class StoreException extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  StoreException(String act, SQLException cause) {
    super(
        Code.STORE_FAILED,
        "Could not " + act + " (SQLState " + cause.getSQLState() + "); the transaction rolls back.",
        cause);
  }
}
