// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.it.trouble.Mark;

/**
 * A route that knows no {@code inbox:}, on a real server: JMS, {@code transacted}, {@code
 * idempotentConsumer}, JPA, an intent to another queue, and one that is transferred in the relay's
 * own transaction.
 */
@OnEachServer
class ClassicIT {

  private static final int KEYS = 60;

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.destination.foreign.keys=honoured
      semel.destination.transferred.transfer=xa
      """;

  private static final String TRANSFERRED =
      """
      SELECT count(*) FROM semel_intent
      WHERE destination = 'transferred' AND state = 'delivered' AND attempts = 1 AND cause LIKE ?
      """;

  private final SharedEstate estate;
  private final String run = UUID.randomUUID().toString();

  ClassicIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.postgres.execute(Mark.DDL);
    estate.broker().addQueue("classic");
    estate.broker().addQueue("foreign");
    estate.broker().addQueue("transferred");
    WebArchive war =
        ExampleWar.bare("classic.war")
            .addPackage("org.semel.it.classic")
            .addClass(Mark.class)
            .addAsResource(new StringAsset(Mark.PERSISTENCE), "META-INF/persistence.xml")
            .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
    estate.server().deploy(war);
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate.of(kind).server().undeploy("classic.war");
  }

  @Test
  void everyMessageTakesEffectOnceThoughItComesTwiceOrFailsFirst() throws JMSException {
    try (Producer producer = estate.producer("classic")) {
      IntStream.range(0, 2 * KEYS).forEach(i -> send(producer, i % KEYS));
    }
    await().until(() -> estate.broker().messages("classic") == 0);
    await("what the broker has committed first is in the database")
        .until(() -> count("SELECT count(*) FROM mark WHERE key LIKE ?") == KEYS);
    assertThat(count("SELECT count(DISTINCT key) FROM mark WHERE key LIKE ?")).isEqualTo(KEYS);
    assertThat(count("SELECT count(*) FROM semel_claim WHERE consumer = 'classic' AND key LIKE ?"))
        .isEqualTo(KEYS);
    await().until(() -> estate.broker().messages("foreign") == KEYS);
    await().until(() -> count(TRANSFERRED) == KEYS);
    await("what the database has committed first is with the broker")
        .until(() -> estate.broker().messages("transferred") == KEYS);
    assertThat(estate.broker().messages("DLQ")).isZero();
    await("nothing is in doubt")
        .until(() -> estate.broker().prepared() == 0 && estate.postgres.gids().isEmpty());
    theKeyOfTheIntentIsAPropertyOfTheMessage();
  }

  private void theKeyOfTheIntentIsAPropertyOfTheMessage() throws JMSException {
    try (Producer foreign = estate.producer("foreign")) {
      String key = foreign.peek().getStringProperty("IdempotencyKey");
      assertThat(key).isNotNull();
      assertThat(
              estate.postgres.number(
                  "SELECT count(*) FROM semel_intent WHERE destination = 'foreign' AND key = ?",
                  UUID.fromString(key)))
          .isEqualTo(1);
    }
  }

  private void send(Producer producer, int i) {
    producer.send(
        context -> {
          Message message = context.createTextMessage(i % 5 == 0 ? "fails first" : "goes well");
          message.setStringProperty("key", run + "-" + i);
          return message;
        });
  }

  private long count(String sql) {
    return estate.postgres.number(sql, run + "%");
  }
}
