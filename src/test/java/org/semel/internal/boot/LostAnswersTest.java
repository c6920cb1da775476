// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.small.ActiveMq;
import org.semel.small.Broker;
import org.semel.small.Jms;

/**
 * What becomes of intents for queues of real brokers, each outside a transaction. What each end of
 * a sending tells is shown by {@code JmsSendingEndsTest}.
 */
class LostAnswersTest {

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();

  @AfterEach
  void stop() {
    estate.close();
  }

  /** It tells that it was not connected, once it is again. */
  @Test
  void whatTheBrokerHasTakenIsInDoubtWhereItsAnswerIsLost() {
    String out = Jms.queue(estate.server.broker());
    Runnable answers = estate.server.broker().hangsUpOnTheFirstWhoSendsTo(out);
    try {
      own(estate.server.broker().factoryThatConnectsAgain());
      send("own:queue:" + out);
      await("it is parked, or sent again").until(() -> intents("settled_at IS NOT NULL") == 1);
      await("the broker has it on disk, and in its queue")
          .until(() -> estate.server.broker().messages(out) == 1);
      assertThat(intents("reason = 'OUTCOME_UNKNOWN'")).as("in doubt").isEqualTo(1);
    } finally {
      answers.run();
    }
  }

  /** It tells why it could not connect again. */
  @Test
  void soItIsWhereTheClientOfAnotherBrokerCannotConnectAgain() {
    try (ActiveMq broker = ActiveMq.startToEndUnanswered()) {
      own(broker.factoryThatConnectsAgain());
      send("own:queue:" + destination);
      await("it is parked, or waits for its next try")
          .until(() -> intents("state <> 'leased' AND detail IS NOT NULL") == 1);
      assertThat(broker.taken()).as("taken").isEqualTo(1);
      assertThat(intents("reason = 'OUTCOME_UNKNOWN'")).as("in doubt").isEqualTo(1);
    }
  }

  /** It fills up again and again, so that each of them may be refused more than once. */
  @Test
  void whatAQueueHasNoRoomForWaitsAndIsNobodysAttempt() {
    String out = Jms.queue(estate.server.broker());
    estate.server.broker().holdsUpTo(4, out);
    AtomicLong taken = new AtomicLong();
    refusing();
    own(estate.server.broker().plainFactory());
    start("own:queue:" + out);
    IntStream.range(0, 20).forEach(i -> estate.send("k" + i, "a"));
    await("each is settled as room is made, again and again")
        .until(
            () -> {
              if (isFullAndRefuses(out)) {
                taken.addAndGet(estate.server.broker().messages(out));
                estate.server.broker().empty(out);
              }
              return intents("settled_at IS NOT NULL") == 20;
            });
    assertThat(intents("state = 'delivered' AND attempts = 1")).as("delivered").isEqualTo(20);
    assertThat(taken.get() + estate.server.broker().messages(out)).as("in it").isEqualTo(20);
  }

  private boolean isFullAndRefuses(String out) {
    return estate.server.broker().messages(out) == 4
        && intents("state = 'pending' AND lease > 1 AND detail IS NOT NULL") > 0;
  }

  @Test
  void whatTheBrokerForbidsToSendWaitsUntilItIsAllowed() {
    AtomicBoolean allowed = new AtomicBoolean();
    Broker broker = Broker.guarded(new LetsSend(allowed));
    try {
      broker.queue(destination);
      own(broker.plainFactory());
      assertRefusedToAll();
      allowed.set(true);
      await().until(() -> intents("state = 'delivered' AND attempts = 1") == 1);
    } finally {
      broker.stop();
    }
  }

  /** Lets all in, and whoever sends as long as that is allowed. */
  private record LetsSend(AtomicBoolean allowed) implements ActiveMQSecurityManager {

    @Override
    public boolean validateUser(String user, String password) {
      return true;
    }

    @Override
    public boolean validateUserAndRole(
        String user, String password, Set<Role> roles, CheckType checkType) {
      return checkType != CheckType.SEND || allowed.get();
    }
  }

  /** It is nobody's attempt: the broker would take no other. */
  private void assertRefusedToAll() {
    refusing();
    send("own:queue:" + destination);
    await("it is tried again and again and is in nobody's doubt, or is parked")
        .until(
            () ->
                intents("lease > 4 AND state = 'pending' AND NOT uncertain OR reason <> ''") == 1);
    assertThat(intents("failures > 0 OR reason <> ''")).as("attempts, or parked").isZero();
  }

  private void refusing() {
    estate.with("semel.destination." + destination + ".attempts", "2");
    estate.with("semel.destination." + destination + ".circuit-open", "100ms");
  }

  private void own(ConnectionFactory factory) {
    estate.camel.getRegistry().bind("own", JmsComponent.jmsComponentAutoAcknowledge(factory));
  }

  private void send(String uri) {
    start(uri);
    estate.send("1", "a");
  }

  private void start(String uri) {
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to(uri);
          }
        });
  }

  private long intents(String where) {
    return estate.count("semel_intent", where);
  }
}
