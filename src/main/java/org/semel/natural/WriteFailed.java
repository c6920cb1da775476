// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.io.Serial;
import java.sql.SQLException;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The database refused a statement or could not be reached. Its transaction can only roll back: do
 * not catch this exception, so that the message is redelivered.
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
