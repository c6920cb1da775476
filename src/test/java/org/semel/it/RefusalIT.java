// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/**
 * A real WildFly whose application names a factory or a data source that takes no part in the
 * transaction: its consumer does not start, and the other application's goes on.
 */
class RefusalIT {

  private static final SharedEstate ESTATE = SharedEstate.of(ServerKind.WILDFLY);

  private static final String ROUTE =
      """
      - route:
          id: refused
          from:
            uri: inbox:refused
            steps:
              - log: never
      """;

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void aQueueAndADataSourceWithoutXa() {
    ESTATE.wildFly().management().addQueue("refused");
    ESTATE.wildFly().management().addLocalDataSource("plain", ESTATE.postgres);
  }

  @Test
  void theExamplesConsumerHasProvenTwoBranches() {
    await()
        .untilAsserted(
            () ->
                assertThat(ESTATE.wildFly().output().lines())
                    .anyMatch(
                        line ->
                            line.contains("SEMEL-0306 Consumer reservations")
                                && line.contains("Proven: a roll-back undoes")));
  }

  /** Which of two would be asked is a race at the start of the server. */
  @Test
  void recoveryAsksTheBrokerInsideUnderTheNameOfTheFactoryThatConsumersUse() {
    assertThat(ESTATE.wildFly().management().announcing()).containsExactly("semel");
  }

  @Test
  void aConnectionFactoryWithoutXaIsRefusedAndItsMessageStays() {
    send();
    assertThatThrownBy(
            () -> deploy("semel.consumer.refused.connection-factory=java:/ConnectionFactory"))
        .hasMessageContainingAll("SEMEL-0401 Consumer refused", "SEMEL-0403", "connection-factory");
    assertThat(ESTATE.wildFly().management().messages("refused")).isEqualTo(1);
    assertThat(
            ESTATE.postgres.number("SELECT count(*) FROM semel_claim WHERE consumer = 'refused'"))
        .isZero();
  }

  /** Its connector goes over the network; nobody can tell that it comes back to this server. */
  @Test
  void aFactoryThatLeavesTheServerIsNotJudgedByTheBrokerInside() {
    assertThatThrownBy(
            () ->
                deploy(
                    "semel.consumer.refused.connection-factory=java:jboss/exported/jms/RemoteConnectionFactory"))
        .hasMessageContainingAll("SEMEL-0401 Consumer refused", "SEMEL-0413");
  }

  @Test
  void aDataSourceWithoutXaIsRefused() {
    assertThatThrownBy(() -> deploy("semel.data-source=java:/jdbc/plain"))
        .hasMessageContainingAll("SEMEL-0401 Consumer refused", "SEMEL-0402", "semel.data-source");
  }

  /** The server's own model tells how large the pool is: 40, as configure.cli has it. */
  @Test
  void aPoolThatTheWaitingWorkersWouldHoldIsRefused() {
    assertThatThrownBy(() -> deploy("semel.consumer.refused.workers=39"))
        .hasMessageContainingAll(
            "SEMEL-0401 Consumer refused", "SEMEL-0440", "at most 40 connections", "hold 39");
  }

  @Test
  void theSameApplicationWithBothIsAdmitted() {
    deploy("");
    ESTATE.wildFly().management().undeploy("refused.war");
    await().until(() -> ESTATE.wildFly().output().contains("SEMEL-0306 Consumer refused"));
  }

  private static void deploy(String policy) {
    WebArchive war =
        ExampleWar.bare("refused.war")
            .addAsWebInfResource(new StringAsset(ROUTE), "camel/refused.yaml")
            .addAsResource(
                new StringAsset(
                    "semel.consumer-defaults.connection-factory=java:/jms/semelXA\n" + policy),
                "META-INF/microprofile-config.properties");
    ESTATE.wildFly().deploy(war);
  }

  private void send() {
    try (Producer producer = new Producer(ESTATE.wildFly().httpPort(), "refused")) {
      producer.send("{\"source\":\"/it\",\"id\":\"" + key + "\"}");
    }
  }
}
