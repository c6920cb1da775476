// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.small.Broker;
import org.semel.small.Jms;

/** A consumer moves to another broker, with its memory and with what waits for a person. */
class MovedBrokerTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "it is mended");
  private static final Pattern WORD = Pattern.compile("accept-change=([0-9a-f]{8})");

  private final Broker there = Broker.another();
  private SmallEstate estate = new SmallEstate();
  private final String name = estate.name;
  private final CommittedEffects effects = new CommittedEffects(name);
  private volatile boolean failing;

  @AfterEach
  void stop() {
    estate.close();
    effects.close();
    there.stop();
  }

  /**
   * Producers are let over to the new broker once the consumer has drained the old one, and send
   * there again what they are not sure of.
   */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whatTheOldBrokerGaveIsKnownAtTheNewOne(String protocol) {
    there.queue(name);
    start(estate.under(protocol), "old");
    send(estate.server.broker(), "1", "2");
    await("the old queue is drained").until(() -> effects.keys().size() == 2);
    await("nothing is left").until(estate::queueIsEmpty);
    move(protocol);
    send(there, "1", "2", "3");
    await("the new one takes effect").until(() -> effects.keys().contains("3"));
    await("the copies are absorbed").until(() -> estate.count("semel_duplicate", "true") == 2);
    assertThat(effects.keys()).containsExactly("1", "2", "3");
  }

  @Test
  void whatWaitsForAPersonIsReleasedAtTheNewOne() {
    start(estate.under("xa"), "old");
    failing = true;
    send(estate.server.broker(), "poison");
    await("it is parked").until(() -> parked().size() == 1 && estate.queueIsEmpty());
    failing = false;
    move("xa");
    estate.operations().parked().release(parked().get(0).id(), ANN);
    assertThat(effects.keys()).containsExactly("poison");
  }

  /**
   * Nothing is in hand any more, and the policy names the other broker, and says that it is meant.
   */
  private void move(String protocol) {
    estate.close();
    assertThat(estate.server.postgres().gids()).as("nothing is in doubt").isEmpty();
    SmallEstate refused = new SmallEstate(name).at(there).under(protocol);
    Throwable refusal = catchThrowable(() -> start(refused, "new"));
    refused.close();
    assertThat(refusal).hasMessageContaining("broker=new instead of old");
    Matcher word = WORD.matcher(refusal.getMessage());
    assertThat(word.find()).isTrue();
    estate = new SmallEstate(name).at(there).under(protocol);
    estate.consumer("accept-change", word.group(1));
    start(estate, "new");
  }

  private void start(SmallEstate node, String broker) {
    node.consumer("identity", "property:key")
        .consumer("attempts", "1")
        .consumer("broker", broker)
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + name)
                    .process(
                        exchange -> {
                          if (failing) {
                            throw new IllegalStateException("poison");
                          }
                        })
                    .process(effects::add);
              }
            });
  }

  private List<ParkedCase> parked() {
    return estate.operations().parked().waiting(name, 0, 10);
  }

  private void send(Broker broker, String... keys) {
    for (String key : keys) {
      Jms.send(
          broker,
          name,
          context -> {
            var message = context.createTextMessage(key);
            message.setStringProperty("key", key);
            return message;
          });
    }
  }
}
