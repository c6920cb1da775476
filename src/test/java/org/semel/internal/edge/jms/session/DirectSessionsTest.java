// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Long-lived sessions of a broker that opens connections and no sessions. */
class DirectSessionsTest {

  private final List<String> calls = new ArrayList<>();

  @Test
  void aSessionThatCannotBeOpenedLeavesNoConnectionBehind() {
    DirectSessions sessions =
        new DirectSessions(factory(), resource -> {}, DirectSessions.Naming.NONE);
    assertThatThrownBy(sessions::join).isInstanceOf(IllegalStateException.class);
    assertThat(calls).containsExactly("createXAConnection", "createXASession", "close");
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
