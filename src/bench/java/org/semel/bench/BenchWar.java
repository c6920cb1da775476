// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;
import org.semel.example.OrderEvent;
import org.semel.example.Reservation;
import org.semel.example.Reservations;
import org.semel.example.StockLevel;

/** The application that is measured, with all receivers; the same on each server. */
final class BenchWar {

  static final String NAME = "bench.war";

  /**
   * Where WildFly's bean receives from, and that it does so when it is told to; for the other
   * server that stands in its configuration.
   */
  private static final String BEAN_OF_WILDFLY =
      """
      <jboss:ejb-jar xmlns:jboss="urn:jboss:jakartaee:1.0" xmlns="https://jakarta.ee/xml/ns/jakartaee" xmlns:d="urn:delivery-active:2.0" version="4.0">
        <enterprise-beans>
          <message-driven>
            <ejb-name>BareBean</ejb-name>
            <ejb-class>org.semel.bench.server.BareBean</ejb-class>
            <activation-config>
              <activation-config-property>
                <activation-config-property-name>destinationLookup</activation-config-property-name>
                <activation-config-property-value>java:/jms/queue/bench</activation-config-property-value>
              </activation-config-property>
              <activation-config-property>
                <activation-config-property-name>destinationType</activation-config-property-name>
                <activation-config-property-value>jakarta.jms.Queue</activation-config-property-value>
              </activation-config-property>
              <activation-config-property>
                <activation-config-property-name>maxSession</activation-config-property-name>
                <activation-config-property-value>8</activation-config-property-value>
              </activation-config-property>
            </activation-config>
          </message-driven>
        </enterprise-beans>
        <assembly-descriptor>
          <d:delivery>
            <ejb-name>*</ejb-name>
            <d:active>false</d:active>
          </d:delivery>
        </assembly-descriptor>
      </jboss:ejb-jar>
      """;

  private BenchWar() {}

  /** Built anew. */
  static WebArchive build() {
    return ExampleWar.bare(NAME)
        .addPackage("org.semel.bench.server")
        .addClasses(
            OrderEvent.class,
            OrderEvent.OrderLine.class,
            Reservation.class,
            Reservations.class,
            StockLevel.class)
        .addAsResource("META-INF/persistence.xml")
        .addAsWebInfResource(new StringAsset(BEAN_OF_WILDFLY), "jboss-ejb3.xml")
        .addAsResource(new StringAsset(policy()), "META-INF/microprofile-config.properties");
  }

  private static String policy() {
    StringBuilder policy =
        new StringBuilder(
            """
            semel.consumer-defaults.connection-factory=jms/semelXA
            semel.consumer-defaults.identity=property:key
            semel.consumer-defaults.queue=bench
            semel.consumer-defaults.workers=8
            semel.consumer-defaults.receive-wait=200ms
            semel.consumer-defaults.recovered-by=jms/semelXA
            semel.destination.confirmation.keys=honoured
            semel.destination.confirmation.concurrency=16
            semel.destination.confirmation.batch=500
            semel.destination.hanging.keys=honoured
            semel.destination.hanging.concurrency=16
            semel.consumer.natural50.strategy=natural
            """);
    for (String name : List.of("natural50", "idle50")) {
      policy.append("semel.consumer.%s.batch=50%n".formatted(name));
      policy.append("semel.consumer.%s.receive=direct%n".formatted(name));
      policy.append("semel.consumer.%s.connection-factory=jms/semelDirect%n".formatted(name));
    }
    for (String name : List.of("hot", "aside", "slow")) {
      for (int size : new int[] {1, 50}) {
        policy.append("semel.consumer.%s%d.batch=%d%n".formatted(name, size, size));
        policy.append("semel.consumer.%s%d.receive=direct%n".formatted(name, size));
        policy.append("semel.consumer.%s%d.transaction-timeout=5s%n".formatted(name, size));
        policy.append(
            "semel.consumer.%s%d.connection-factory=jms/semelDirect%n".formatted(name, size));
      }
    }
    for (int size : new int[] {1, 10, 50, 200}) {
      policy.append("semel.consumer.direct%d.batch=%d%n".formatted(size, size));
      policy.append("semel.consumer.direct%d.receive=direct%n".formatted(size));
      policy.append("semel.consumer.direct%d.connection-factory=jms/semelDirect%n".formatted(size));
      policy.append("semel.consumer.managed%d.batch=%d%n".formatted(size, size));
      policy.append("semel.consumer.ack%d.batch=%d%n".formatted(size, size));
      policy.append("semel.consumer.ack%d.protocol=ack-after-commit%n".formatted(size));
      policy.append("semel.consumer.ack%d.connection-factory=jms/semelLocal%n".formatted(size));
    }
    return policy.toString();
  }
}
