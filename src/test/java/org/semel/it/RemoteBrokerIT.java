// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.estate.Artemis;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.WildFly;

/**
 * A WildFly as {@code remote-broker.cli} leaves it, whose stand-alone broker wants a login from
 * everybody: consumers of each kind of session, their proofs, and recovery.
 */
class RemoteBrokerIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> KINDS = List.of("managed", "direct", "local");

  @TempDir private static Path directory;
  private static Postgres postgres;
  private static Artemis broker;
  private static WildFly wildFly;

  @BeforeAll
  static void aBrokerOutsideThatWantsALogin() {
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    broker =
        Artemis.withLogin(
            directory, List.of(Artemis.DEAD_LETTERS, "semel.probe", "managed", "direct", "local"));
    broker.start();
    wildFly = WildFly.withRemoteBroker(directory, postgres, broker).with(war()).start();
  }

  @AfterAll
  static void stop() {
    wildFly.close();
    broker.close();
    postgres.close();
  }

  @Test
  void eachKindOfSessionLogsInAndSoDoesRecovery() {
    for (String kind : KINDS) {
      await(kind + " has proven its transactions")
          .atMost(PATIENCE)
          .until(() -> wildFly.output().contains("SEMEL-0306 Consumer " + kind));
      send(kind);
    }
    for (String kind : KINDS) {
      await(kind + " takes effect")
          .atMost(PATIENCE)
          .until(
              () ->
                  postgres.number("SELECT count(*) FROM semel_claim WHERE consumer = ?", kind)
                      == 1);
    }
    assertThat(broker.turnedAway()).isEmpty();
    assertThat(wildFly.output()).doesNotContain("SEMEL-0420");
  }

  private static void send(String queue) {
    try (Producer producer = Producer.to(broker, queue)) {
      producer.send("{\"id\":\"1\"}");
    }
  }

  private static WebArchive war() {
    WebArchive war = ExampleWar.bare("login.war");
    StringBuilder routes = new StringBuilder();
    KINDS.forEach(
        kind ->
            routes.append(
                """
                - route:
                    id: %1$s
                    from:
                      uri: inbox:%1$s
                      steps:
                        - log: taken
                """
                    .formatted(kind)));
    return war.addAsWebInfResource(new StringAsset(routes.toString()), "camel/login.yaml")
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
  }

  private static final String POLICY =
      """
      semel.consumer-defaults.identity=json:/id
      semel.consumer-defaults.workers=2
      semel.consumer-defaults.dead-letter-address=DLQ
      semel.consumer-defaults.connection-factory=java:/jms/semelXA
      semel.consumer-defaults.user=${semel.server.broker.user}
      semel.consumer-defaults.password=${semel.server.broker.password}
      semel.consumer.direct.connection-factory=java:/jms/semelDirect
      semel.consumer.direct.receive=direct
      semel.consumer.direct.recovered-by=java:/jms/semelXA
      semel.consumer.local.connection-factory=java:/jms/semelLocal
      semel.consumer.local.protocol=ack-after-commit
      """;
}
