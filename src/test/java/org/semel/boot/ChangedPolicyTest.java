// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.small.Jms;

/** A policy is changed while its consumer has a memory: what it knows is not lost by mistake. */
class ChangedPolicyTest {

  private static final Pattern WORD = Pattern.compile("accept-change=([0-9a-f]{8})");

  private final AtomicInteger effects = new AtomicInteger();
  private final String name = "c-" + UUID.randomUUID();
  private SmallEstate estate = new SmallEstate();
  private String queue = estate.name;

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void anotherQueueUnderANameIsRefused() {
    takeEffectOnce(Map.of());
    String before = queue;
    queue = Jms.queue(estate.server.broker());
    assertThat(catchThrowable(() -> again(Map.of())))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining("queue=" + queue + " instead of " + before);
  }

  @Test
  void anotherApplicationUnderANameIsRefused() {
    takeEffectOnce(Map.of("semel.application", "shop"));
    assertThat(catchThrowable(() -> again(Map.of("semel.application", "warehouse"))))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining("application=warehouse instead of shop");
  }

  @ParameterizedTest
  @CsvSource({
    "strategy, claim, window",
    "strategy, window, claim",
    "strategy, claim, natural",
    "identity, property:key, json:/key",
    "identity-time, none, cloudevent"
  })
  void anotherMemoryUnderANameIsRefused(String key, String before, String after) {
    takeEffectOnce(Map.of(consumer(key), before));
    assertThat(catchThrowable(() -> again(Map.of(consumer(key), after))))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining(key + "=" + after + " instead of " + before)
        .hasMessageContaining("accept-change=");
  }

  @ParameterizedTest
  @CsvSource({
    "strategy, claim, window",
    "strategy, window, claim",
    "identity, property:key, json:/key",
    "identity, json:/key, property:other"
  })
  void aChangeThatIsMeantForgetsNothing(String key, String before, String after) {
    takeEffectOnce(Map.of(consumer(key), before));
    Map<String, String> changed = new TreeMap<>(Map.of(consumer(key), after));
    changed.put(consumer("accept-change"), word(changed));
    again(changed);
    send("1");
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(2);
    assertThat(duplicates()).as("the first message was absorbed").isEqualTo(1);
  }

  @Test
  void daysThatWereKeptAreLookedUpThoughMoreIsRememberedNow() {
    takeEffectOnce(Map.of(consumer("strategy"), "window"));
    accept(Map.of(consumer("strategy"), "claim", consumer("remember"), "90d"));
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
    assertThat(duplicates()).as("the first message was absorbed").isEqualTo(1);
  }

  @Test
  void aMoveToAnotherQueueLeavesTheFormerMemoryToBeLookedUp() {
    takeEffectOnce(Map.of(consumer("strategy"), "window"));
    accept(Map.of(consumer("strategy"), "claim"));
    queue = Jms.queue(estate.server.broker());
    accept(Map.of(consumer("strategy"), "claim"));
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
    assertThat(duplicates()).as("the first message was absorbed").isEqualTo(1);
  }

  @Test
  void theWordForOneChangeAcceptsNoOther() {
    takeEffectOnce(Map.of());
    Map<String, String> changed = new TreeMap<>(Map.of(consumer("strategy"), "window"));
    changed.put(consumer("accept-change"), word(changed));
    changed.put(consumer("strategy"), "natural");
    assertThat(catchThrowable(() -> again(changed))).hasMessageContaining("SEMEL-0430");
  }

  @Test
  void storedMessagesAreNotLeftBehind() {
    takeEffectOnce(Map.of());
    estate
        .server
        .postgres()
        .execute(
            """
            INSERT INTO semel_inbox (identity, consumer, key, headers, form, body, destination, message_id, deliveries, state)
            VALUES (gen_random_uuid(), '%s', '1', '{}', 'NONE', '', '', '', 1, 'FAILED_RETRYABLE')
            """
                .formatted(name));
    assertThat(catchThrowable(() -> again(Map.of())))
        .hasMessageContaining("SEMEL-0431")
        .hasMessageContaining("1 stored messages of consumer " + name);
  }

  private void takeEffectOnce(Map<String, String> policy) {
    start(policy);
    send("1");
    await("the first message takes effect").until(() -> effects.get() == 1);
    await("the queue is empty").until(this::queueIsEmpty);
  }

  /** Another start over the same queue. */
  private void again(Map<String, String> policy) {
    estate.close();
    estate = new SmallEstate();
    start(policy);
  }

  private void accept(Map<String, String> changed) {
    Map<String, String> accepted = new TreeMap<>(changed);
    accepted.put(consumer("accept-change"), word(changed));
    again(accepted);
  }

  private String word(Map<String, String> changed) {
    Throwable refused = catchThrowable(() -> again(changed));
    Matcher matcher = WORD.matcher(String.valueOf(refused));
    assertThat(matcher.find()).as("a word for the change in: " + refused).isTrue();
    return matcher.group(1);
  }

  private void start(Map<String, String> policy) {
    estate.with(consumer("queue"), queue);
    estate.with(consumer("identity"), "property:key");
    policy.forEach(estate::with);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + name).process(exchange -> effects.incrementAndGet());
          }
        });
  }

  private void send(String key) {
    Jms.send(
        estate.server.broker(),
        queue,
        context -> {
          var message = context.createTextMessage("{\"key\":\"" + key + "\"}");
          message.setStringProperty("key", key);
          message.setStringProperty("other", key);
          return message;
        });
  }

  private boolean queueIsEmpty() {
    return estate.server.broker().messages(queue) == 0;
  }

  private long duplicates() {
    return estate
        .server
        .postgres()
        .number("SELECT count(*) FROM semel_duplicate WHERE consumer = ?", name);
  }

  private String consumer(String key) {
    return "semel.consumer." + name + "." + key;
  }
}
