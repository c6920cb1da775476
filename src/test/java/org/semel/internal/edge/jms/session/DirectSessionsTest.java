// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/** Long-lived sessions of a broker that opens connections and no sessions. */
class DirectSessionsTest {

  private static final Set<Class<?>> WRAPPED =
      Set.of(XAConnection.class, XASession.class, Session.class);

  private final List<String> calls = new ArrayList<>();

  @Test
  void aSessionThatCannotBeOpenedLeavesNoConnectionBehind() {
    DirectSessions sessions =
        new DirectSessions(factory(), resource -> {}, DirectSessions.Naming.NONE);
    assertThatThrownBy(sessions::join).isInstanceOf(IllegalStateException.class);
    assertThat(calls).containsExactly("createXAConnection", "createXASession", "close");
  }

  /**
   * What stands before a client, a pool or a tracer, may give a new object at each call (Jakarta
   * Messaging 3.1, XASession.getSession). A consumer opened anew for it would leave the one before
   * with what it has fetched.
   */
  @Test
  void itsSessionIsTheSameInEachTransaction() throws JMSException {
    DirectSessions sessions =
        new DirectSessions(
            wrapping(XAConnectionFactory.class, SmallServer.shared().broker().xaFactory()),
            resource -> {},
            DirectSessions.Naming.NONE);
    try {
      assertThat(sessions.join()).isSameAs(sessions.join());
    } finally {
      sessions.close();
    }
  }

  /** Gives a new object at each call that gives one of JMS. */
  private static <T> T wrapping(Class<T> type, Object real) {
    return Proxied.as(
        type,
        (method, arguments) -> {
          Object result = Proxied.call(real, method, arguments);
          return WRAPPED.contains(method.getReturnType())
              ? wrapping(method.getReturnType(), Objects.requireNonNull(result))
              : result;
        });
  }

  private XAConnectionFactory factory() {
    return fake(XAConnectionFactory.class);
  }

  private <T> T fake(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              if (method.getName().equals("createXASession")) {
                throw new IllegalStateException("the broker is closing");
              }
              return method.getReturnType() == XAConnection.class ? fake(XAConnection.class) : null;
            }));
  }
}
