// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.AddressSettings;
import org.semel.internal.edge.jms.AddressSettings.DeadLetters;
import org.semel.internal.engine.receive.proof.Setting;
import org.semel.internal.engine.receive.proof.Setting.Hidden;
import org.semel.internal.engine.receive.proof.Setting.NotYet;
import org.semel.internal.engine.receive.proof.Setting.Seen;
import org.semel.small.ShownModel;

/**
 * The broker's settings are read off the broker that the consumer's factory speaks to, whatever
 * queues another one has. The model is WildFly 39's, name by name.
 */
class WildFlyBrokerSettingsTest {

  private static final String INSIDE = "subsystem=messaging-activemq,server=default,";
  private static final String OTHER = "subsystem=messaging-activemq,server=other,";
  private static final String OUTSIDE = "subsystem=messaging-activemq,";

  private final MBeanServer model = MBeanServerFactory.newMBeanServer();
  private final ShownModel shown = new ShownModel(model);

  @BeforeEach
  void aBrokerInsideWithAQueueAndItsSettings() throws JMException {
    bean("management-root=server", Map.of("serverState", "running"));
    bean(INSIDE + "in-vm-connector=in-vm", Map.of("serverId", 0));
    bean(INSIDE + "in-vm-acceptor=in-vm", Map.of("serverId", 0));
    bean(INSIDE + "http-connector=http-connector", Map.of());
    bean(INSIDE + "remote-connector=elsewhere", Map.of());
    queue("orders", "jms.queue.DLQ");
    queue("DLQ", "jms.queue.DLQ");
    bean(INSIDE + "address-setting=\"jms.queue.#\"", Map.of("maxDeliveryAttempts", 7));
  }

  @Test
  void aFactoryWhoseConnectorStaysInsideSpeaksToTheBrokerInside() throws JMException {
    factory(INSIDE + "connection-factory=local", "java:/jms/local", "in-vm");
    factory(INSIDE + "pooled-connection-factory=pooled", "java:/jms/pooled", "in-vm");
    Setting<AddressSettings> settings = new Seen<>(new AddressSettings(DeadLetters.KEPT, 7));
    assertThat(sight("java:/jms/local", "orders")).isEqualTo(settings);
    assertThat(sight("java:/jms/pooled", "java:/jms/queue/orders")).isEqualTo(settings);
  }

  @Test
  void aFactoryOfABrokerElsewhereIsNotJudgedByTheQueueInside() throws JMException {
    factory(OUTSIDE + "connection-factory=direct", "java:/jms/direct", "elsewhere");
    factory(OUTSIDE + "pooled-connection-factory=pooled", "java:/jms/pooled", "elsewhere");
    factory(INSIDE + "connection-factory=remote", "java:/jms/remote", "elsewhere");
    factory(INSIDE + "connection-factory=both", "java:/jms/both", "in-vm", "elsewhere");
    factory(INSIDE + "connection-factory=http", "java:/jms/http", "http-connector");
    assertThat(sight("java:/jms/direct", "orders")).isEqualTo(new Hidden<>());
    assertThat(sight("java:/jms/pooled", "orders")).isEqualTo(new Hidden<>());
    assertThat(sight("java:/jms/remote", "orders")).isEqualTo(new Hidden<>());
    assertThat(sight("java:/jms/both", "orders")).isEqualTo(new Hidden<>());
    assertThat(sight("java:/jms/http", "orders")).isEqualTo(new Hidden<>());
    assertThat(sight("java:/jms/unknown", "orders")).isEqualTo(new Hidden<>());
  }

  @Test
  void ofTwoBrokersInsideTheOneIsAskedThatTheConnectorLeadsTo() throws JMException {
    bean(OTHER + "in-vm-acceptor=in-vm", Map.of("serverId", 1));
    bean(OTHER + "address-setting=\"jms.queue.#\"", Map.of("maxDeliveryAttempts", 9));
    queue(OTHER, "orders", "jms.queue.DLQ");
    queue(OTHER, "DLQ", "jms.queue.DLQ");
    bean(INSIDE + "in-vm-connector=other", Map.of("serverId", 1));
    factory(INSIDE + "connection-factory=other", "java:/jms/other", "other");
    assertThat(sight("java:/jms/other", "orders"))
        .isEqualTo(new Seen<>(new AddressSettings(DeadLetters.KEPT, 9)));
  }

  @Test
  void aDeadLetterAddressWithoutAQueueIsSeen() throws JMException {
    queue("returns", "jms.queue.nowhere");
    factory(INSIDE + "connection-factory=local", "java:/jms/local", "in-vm");
    assertThat(sight("java:/jms/local", "returns"))
        .isEqualTo(new Seen<>(new AddressSettings(DeadLetters.QUEUE_MISSING, 7)));
  }

  @Test
  void whileTheServerStartsNobodyCanTell() throws JMException {
    model.unregisterMBean(new ObjectName("jboss.as:management-root=server"));
    bean("management-root=server", Map.of("serverState", "starting"));
    assertThat(sight("java:/jms/local", "orders")).isEqualTo(new NotYet<>());
  }

  private Setting<AddressSettings> sight(String factory, String queue) {
    return new WildFlyBrokerSettings(model, factory).of(queue);
  }

  private void queue(String name, String deadLetters) throws JMException {
    queue(INSIDE, name, deadLetters);
  }

  private void queue(String broker, String name, String deadLetters) throws JMException {
    bean(
        broker + "jms-queue=" + name,
        Map.of(
            "entries",
            new String[] {"java:/jms/queue/" + name},
            "queueAddress",
            "jms.queue." + name,
            "deadLetterAddress",
            deadLetters));
  }

  private void factory(String name, String entry, String... connectors) throws JMException {
    bean(name, Map.of("entries", new String[] {entry}, "connectors", connectors));
  }

  private void bean(String name, Map<String, Object> attributes) {
    shown.show(name, attributes);
  }
}
