// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import jakarta.resource.Referenceable;
import java.lang.reflect.Proxy;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A policy that names a protocol, or a way to sessions, and not the connection factory that goes
 * with it: the refusal names the one that our server configuration has for it.
 */
class ForgottenFactoryTest {

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void ofAProtocolWhoseReceiptFollowsItNamesTheOneThatIsNotEnlisted() {
    estate.through(estate::unwaiting);
    estate
        .consumer("protocol", "ack-after-commit")
        .consumer("connection-factory", SmallEstate.POOLED);
    assertRefused("SEMEL-0419", "jms/semelLocal");
  }

  @Test
  void ofALongLivedSessionItNamesTheOneWithoutAPool() {
    estate.through(real -> as(real, ConnectionFactory.class));
    estate.consumer("receive", "direct").consumer("connection-factory", SmallEstate.PLAIN);
    assertRefused("SEMEL-0104", "jms/semelDirect");
  }

  /** WildFly's own pooled factory is one for XA, too; the server enlists its sessions itself. */
  @Test
  void ofALongLivedSessionOverTheServersPoolItNamesTheOneWithoutAPool() {
    estate.through(
        real -> as(real, ConnectionFactory.class, XAConnectionFactory.class, Referenceable.class));
    estate.consumer("receive", "direct").consumer("connection-factory", SmallEstate.DIRECT);
    assertRefused("SEMEL-0104", "jms/semelDirect");
  }

  private void assertRefused(String code, String remedy) {
    estate.consumer("identity", "property:key");
    assertThatThrownBy(() -> estate.start(route()))
        .hasStackTraceContaining(code)
        .hasStackTraceContaining(estate.name)
        .hasStackTraceContaining(remedy);
  }

  /** The same, and nothing beyond these: the factories of Artemis' own client are for XA, too. */
  private static ConnectionFactory as(ConnectionFactory real, Class<?>... only) {
    return (ConnectionFactory)
        Proxy.newProxyInstance(
            ForgottenFactoryTest.class.getClassLoader(),
            only,
            (proxy, method, given) -> method.invoke(real, given));
  }

  private RouteBuilder route() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).to("log:taken");
      }
    };
  }
}
