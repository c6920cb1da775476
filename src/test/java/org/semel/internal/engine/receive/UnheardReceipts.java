// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.engine.receive.VerdictCase.Trouble.Unheard;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/**
 * Real sessions of the broker, whose first transactions with messages in them do not come to hold:
 * the branch does not prepare, or the local transaction does not commit.
 */
final class UnheardReceipts {

  private static final Map<String, Class<?>> WATCHED =
      Map.of(
          "createConnection", Connection.class,
          "createSession", Session.class,
          "createXAConnection", XAConnection.class,
          "createXASession", XASession.class,
          "getXAResource", XAResource.class);

  private final SmallServer server = SmallServer.shared();
  private final Unheard how;
  private final AtomicInteger left;

  UnheardReceipts(Unheard how) {
    this.how = how;
    this.left = new AtomicInteger(how.times());
  }

  /** Whether all that were to fail have failed. */
  boolean over() {
    return left.get() == 0;
  }

  Sessions direct() {
    return new DirectSessions(
        watched(XAConnectionFactory.class, server.broker().xaFactory(), () -> {}),
        new Branches(server.manager())::enlist,
        DirectSessions.Naming.NONE);
  }

  Sessions local() {
    return new LocalSessions(
        watched(ConnectionFactory.class, server.broker().plainFactory(), () -> {}));
  }

  /** Closes what it belongs to. */
  @FunctionalInterface
  private interface Closing {
    void close() throws JMSException;
  }

  private <T> T watched(Class<T> type, Object real, Closing connection) {
    return Proxied.as(type, (method, arguments) -> answer(real, connection, method, arguments));
  }

  private @Nullable Object answer(
      Object real, Closing connection, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    boolean prepares = real instanceof XAResource && method.getName().equals("prepare");
    boolean commits = real instanceof Session && method.getName().equals("commit");
    if ((prepares || commits) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      fail(real, connection, arguments);
    }
    Object answer = Proxied.call(real, method, arguments);
    Class<?> watched = WATCHED.get(method.getName());
    return watched == null
        ? answer
        : watched(watched, answer, answer instanceof Connection own ? own::close : connection);
  }

  private void fail(Object real, Closing connection, @Nullable Object @Nullable [] arguments)
      throws Exception {
    if (how == Unheard.LOST) {
      connection.close();
    } else if (real instanceof XAResource branch && arguments != null) {
      branch.rollback((Xid) arguments[0]);
      throw new XAException(XAException.XA_RBROLLBACK);
    } else {
      ((Session) real).rollback();
      throw new TransactionRolledBackException("the broker has rolled back");
    }
  }
}
