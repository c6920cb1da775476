// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperImpl;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.server.NeededApi;
import org.semel.internal.edge.server.RecoveryEntry;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.edge.server.liberty.LibertyPlatform;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.small.SmallServer;

/** What WildFly does in its own way. */
class WildFlyPlatformTest {

  private static final int NARAYANA = 131077;

  private final WildFlyPlatform platform = new WildFlyPlatform();

  @Test
  void bothServersAreFoundAsServices() {
    assertThat(ServerPlatform.all())
        .hasExactlyElementsOfTypes(LibertyPlatform.class, WildFlyPlatform.class);
  }

  @Test
  void aMissingApiIsToldInTheWordsOfThisServer() {
    assertThat(platform.isServerOf("WildFly Full 39.0.1.Final - Undertow")).isTrue();
    assertThat(platform.isServerOf("another")).isFalse();
    assertThat(platform.give(EnumSet.allOf(NeededApi.class)))
        .contains("standalone-full.xml", "subsystem microprofile-config-smallrye")
        .containsOnlyOnce("subsystem ee");
  }

  @Test
  void whatHasNoPrefixIsBoundBelowTheServersOwn() {
    assertThat(platform.bound("jdbc/semel")).isEqualTo("java:/jdbc/semel");
    assertThat(platform.bound("java:/jdbc/semel")).isEqualTo("java:/jdbc/semel");
    assertThat(platform.bound("java:comp/env/jdbc/semel")).isEqualTo("java:comp/env/jdbc/semel");
  }

  /** Recovery knows a broker by the name of the binding; another would keep a record for ever. */
  @Test
  void theRecoveryNameIsThatOfTheBindingHoweverThePolicySpellsIt() throws JMSException {
    ActiveMQXAConnectionFactory factory = SmallServer.shared().broker().xaFactory();
    RecoveryEntry entry = new RecoveryEntry(platform.bound("jms/semelXA"), factory);
    try (XAConnection connection = factory.createXAConnection()) {
      XAResource session = connection.createXASession().getXAResource();
      assertThat(platform.naming(Optional.of(entry)).name(session, session))
          .isInstanceOfSatisfying(
              ActiveMQXAResourceWrapperImpl.class,
              named -> assertThat(named.getJndiName()).startsWith("java:/jms/semelXA NodeId:"));
    }
  }

  @Test
  void whereThePolicyNamesNoFactoryTheSessionBearsNoName() {
    assertThat(platform.naming(Optional.empty())).isSameAs(DirectSessions.Naming.NONE);
  }

  @Test
  void aFactoryThatGivesNoNameIsRefused() {
    RecoveryEntry entry = new RecoveryEntry("java:/jms/other", "no factory");
    assertThatThrownBy(() -> platform.naming(Optional.of(entry)))
        .isInstanceOfSatisfying(
            SemelException.class, e -> assertThat(e.code()).isEqualTo(Code.POLICY_INVALID))
        .hasMessageContaining("recovered-by=java:/jms/other has no effect");
  }

  @Test
  void theDefaultNodeIsRefusedAndAnyOtherIsNot() {
    assertThat(platform.misnamed(made(NARAYANA, "1"))).map(Refusal::code).isPresent();
    assertThat(platform.misnamed(made(NARAYANA, ""))).isPresent();
    assertThat(platform.misnamed(made(NARAYANA, "node-a"))).isEmpty();
    assertThat(platform.misnamed(made(1, "1"))).as("not this server's").isEmpty();
  }

  private static GlobalTransaction made(int format, String node) {
    byte[] id = (" ".repeat(28) + node).getBytes(StandardCharsets.UTF_8);
    return new GlobalTransaction(format, id);
  }
}
