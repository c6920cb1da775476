// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.AppServer;
import org.semel.estate.Artemis;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Liberty;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.estate.WildFly;

/**
 * A server as our files leave it (WildFly: {@code remote-broker.cli}), whose stand-alone broker
 * wants a login from everybody: consumers of each kind of session, their proofs, and recovery.
 */
@OnEachServer
class RemoteBrokerIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> KINDS = List.of("managed", "direct", "local");

  private static Postgres postgres;
  private static Artemis broker;
  private static AppServer server;

  RemoteBrokerIT(ServerKind kind) {}

  @BeforeParameterizedClassInvocation
  static void aBrokerOutsideThatWantsALogin(ServerKind kind) {
    Path directory = SharedEstate.directory("remote-" + kind + "-");
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    broker =
        Artemis.withLogin(
            directory, List.of(Artemis.DEAD_LETTERS, "semel.probe", "managed", "direct", "local"));
    broker.start();
    server =
        switch (kind) {
          case WILDFLY -> WildFly.withRemoteBroker(directory, postgres, broker);
          case LIBERTY -> new Liberty(directory, postgres, broker);
        };
    server.with(war()).start();
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    server.close();
    broker.close();
    postgres.close();
  }

  @Test
  void eachKindOfSessionLogsInAndSoDoesRecovery() {
    for (String kind : KINDS) {
      await(kind + " has proven its transactions")
          .atMost(PATIENCE)
          .until(() -> server.output().contains("SEMEL-0306 Consumer " + kind));
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
    assertThat(server.output()).doesNotContain("SEMEL-0420");
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
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer-defaults.user=${semel.server.broker.user}
      semel.consumer-defaults.password=${semel.server.broker.password}
      semel.consumer.direct.connection-factory=jms/semelDirect
      semel.consumer.direct.receive=direct
      semel.consumer.direct.recovered-by=jms/semelXA
      semel.consumer.local.connection-factory=jms/semelLocal
      semel.consumer.local.protocol=ack-after-commit
      """;
}
