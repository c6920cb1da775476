// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.io.IOException;
import java.sql.SQLException;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;

/**
 * Adds to the exception of a statement under which this side has closed the connection that it is
 * so. The driver's own words do not tell it from the end of the server: over TLS, depending on
 * which thread reads next, both are an {@link java.io.EOFException}.
 */
final class CutOff implements ConnectionEventListener {

  private final LateBegin branch;

  CutOff(LateBegin branch) {
    this.branch = branch;
  }

  @Override
  public void connectionClosed(ConnectionEvent event) {}

  /** On the thread of the statement, before its exception is thrown. */
  @Override
  public void connectionErrorOccurred(ConnectionEvent event) {
    SQLException told = event.getSQLException();
    if (branch.isGivenUp() && told.getCause() instanceof IOException) {
      told.addSuppressed(
          new SQLException(
              "this side closed the connection: the time of its branch was up, or another thread ended it",
              PostgresXADataSource.CUT_OFF));
    }
  }
}
