// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;
import org.semel.tx.End;

/**
 * Sessions of the server's pooled XA connection factory, with handles of their own for each
 * transaction: a server enlists a session when it hands it out, so that one kept from the
 * transaction before would work outside this one. Fits any resource adapter and needs no recovery
 * of its own.
 */
public final class ManagedSessions implements Sessions {

  private final ConnectionFactory factory;
  private @Nullable Connection connection;

  public ManagedSessions(ConnectionFactory factory) {
    this.factory = factory;
  }

  @Override
  public Session join() throws JMSException {
    Connection opened = factory.createConnection();
    connection = opened;
    Session session = opened.createSession();
    opened.start();
    return session;
  }

  @Override
  public void ended(End end) {
    close();
  }

  /** Nothing is kept anyway. */
  @Override
  public void broken() {}

  @Override
  public void close() {
    Connection used = connection;
    connection = null;
    if (used != null) {
      Closing.quietly(used);
    }
  }
}
