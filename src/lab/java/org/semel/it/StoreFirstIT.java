// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.it.stored.StoredWork;
import org.semel.matrix.Shows;

/**
 * Protocol {@code store-first} with a recovery point, and versions in order, on a server that is
 * killed in the midst of the work.
 */
@OnEachServer
class StoreFirstIT {

  private static final String NAME = "stored.war";
  private static final int MESSAGES = 600;
  private static final int VERSIONS = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String POLICY =
      """
      semel.consumer-defaults.identity=property:key
      semel.consumer.stored.connection-factory=jms/semelLocal
      semel.consumer.stored.protocol=store-first
      semel.consumer.stored.lease=3s
      semel.consumer.stored.headers=none
      semel.consumer.versions.connection-factory=jms/semelXA
      semel.consumer.versions.aggregate=property:aggregate
      semel.consumer.versions.version=property:version
      """;

  private final SharedEstate estate;
  private final Postgres postgres;

  StoreFirstIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
    postgres = estate.postgres;
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.postgres.execute(StoredWork.DDL);
    estate.broker().addQueue("stored");
    estate.broker().addQueue("versions");
    estate.server().deploy(war());
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate.of(kind).server().undeploy(NAME);
  }

  private static WebArchive war() {
    return ExampleWar.bare(NAME)
        .addPackage("org.semel.it.stored")
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
  }

  @Test
  @Shows(
      value = "I4 server",
      on = {ServerKind.WILDFLY, ServerKind.LIBERTY})
  void everyStepIsDoneOnceAndEveryVersionInOrderThoughTheServerIsKilledTwice() {
    sendVersions();
    sendMessages();
    for (int kill = 1; kill <= 2; kill++) {
      int share = kill * MESSAGES / 3;
      await().atMost(PATIENCE).until(() -> marks("first") + marks("second") > share);
      estate.server().kill();
      estate.server().start();
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                postgres.number(
                            "SELECT count(*) FROM semel_inbox WHERE consumer = 'stored' AND state = 'COMPLETED'")
                        == MESSAGES
                    && postgres.number("SELECT count(*) FROM version_mark") >= 2 * VERSIONS);
    assertThat(marks("first")).isEqualTo(MESSAGES);
    assertThat(marks("second")).isEqualTo(MESSAGES);
    assertThat(postgres.number("SELECT count(DISTINCT key) FROM stored_mark")).isEqualTo(MESSAGES);
    for (String aggregate : List.of("a", "b")) {
      assertThat(
              postgres.texts(
                  "SELECT key FROM version_mark WHERE key LIKE ? ORDER BY seq", aggregate + "/%"))
          .isEqualTo(
              IntStream.rangeClosed(1, VERSIONS).mapToObj(v -> aggregate + "/" + v).toList());
    }
    await().atMost(PATIENCE).until(() -> postgres.gids().isEmpty());
    assertThat(
            postgres.number(
                "SELECT count(*) FROM semel_parked WHERE consumer IN ('stored', 'versions')"))
        .isZero();
    assertThat(
            postgres.number(
                "SELECT count(*) FROM semel_step JOIN semel_inbox USING (identity) WHERE consumer = 'stored'"))
        .isZero();
  }

  private long marks(String step) {
    return postgres.number("SELECT count(*) FROM stored_mark WHERE step = ?", step);
  }

  private void sendMessages() {
    try (Producer producer = estate.producer("stored")) {
      for (int i = 0; i < MESSAGES; i++) {
        String key = "k" + i;
        producer.send(
            context -> {
              var message = context.createTextMessage("body");
              message.setStringProperty("key", key);
              return message;
            });
      }
    }
  }

  private void sendVersions() {
    List<String> keys = new ArrayList<>();
    for (int v = 1; v <= VERSIONS; v++) {
      keys.addAll(List.of("a/" + v, "b/" + v));
    }
    Collections.shuffle(keys, new Random(20261121));
    try (Producer producer = estate.producer("versions")) {
      for (String key : keys) {
        producer.send(
            context -> {
              var message = context.createTextMessage("body");
              message.setStringProperty("key", key);
              message.setStringProperty("aggregate", key.substring(0, 1));
              message.setStringProperty("version", key.substring(2));
              return message;
            });
      }
    }
  }
}
