// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.io.Serial;
import java.sql.SQLException;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The database refused a statement or could not be reached. The transaction it was part of can only
 * be rolled back: let this through, and the message comes again.
 */
public final class WriteFailed extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  WriteFailed(String act, SQLException cause) {
    super(
        Code.STORE_FAILED,
        "Could not " + act + " (SQLState " + cause.getSQLState() + "); the transaction rolls back.",
        cause);
  }
}
