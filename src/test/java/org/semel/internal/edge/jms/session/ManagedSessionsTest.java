// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

class ManagedSessionsTest {

  private final List<String> calls = new ArrayList<>();

  /** As Artemis' resource adapter, whose sessions show no branch otherwise. */
  @Test
  void anAdapterWhoseConnectionsAreAllXaOnesIsToldHowLongABranchLives() throws JMSException {
    ManagedSessions sessions =
        new ManagedSessions((ConnectionFactory) adapter(), Duration.ofSeconds(6));
    for (int transaction = 0; transaction < 2; transaction++) {
      sessions.join();
      sessions.close();
    }
    assertThat(calls)
        .containsSubsequence("createConnection", "close", "createXAConnection")
        .containsOnlyOnce("createConnection");
    assertThat(calls.stream().filter("setTransactionTimeout 126"::equals)).hasSize(2);
  }

  private Object adapter() {
    return fake(ConnectionFactory.class, XAConnectionFactory.class);
  }

  private Object fake(Class<?>... types) {
    return Proxy.newProxyInstance(
        getClass().getClassLoader(),
        types,
        (proxy, method, arguments) -> {
          boolean limit = method.getName().equals("setTransactionTimeout");
          calls.add(limit ? method.getName() + " " + arguments[0] : method.getName());
          return switch (method.getName()) {
            case "createConnection", "createXAConnection" -> fake(XAConnection.class);
            case "createSession" -> fake(XASession.class);
            case "getXAResource" -> fake(XAResource.class);
            case "setTransactionTimeout" -> true;
            default -> null;
          };
        });
  }
}
