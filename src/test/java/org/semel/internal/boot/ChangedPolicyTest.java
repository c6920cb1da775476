// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.message.Identity;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.ReleaseResult;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.ConsumerStatus.ConsumerState.AwaitingProof;
import org.semel.operations.node.ConsumerStatus.ConsumerState.Receiving;
import org.semel.operations.node.ConsumerStatus.ConsumerState.RefusedByProof;
import org.semel.small.Jms;

/** A policy is changed while its consumer has a memory: what it knows is not lost by mistake. */
class ChangedPolicyTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "it is mended");

  private static final Pattern WORD = Pattern.compile("accept-change=([0-9a-f]{8})");

  private String minted = Instant.now().toString();
  private final AtomicInteger effects = new AtomicInteger();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final String name = "c-" + UUID.randomUUID();
  private SmallEstate estate = new SmallEstate();
  private String queue = estate.name;
  private volatile Work work = () -> {};

  /** What a route does before its effect. */
  @FunctionalInterface
  private interface Work {
    void run() throws InterruptedException;
  }

  @AfterEach
  void stop() {
    estate.close();
    if (estate.server.postgres().gids().contains(name)) {
      estate.server.postgres().execute("ROLLBACK PREPARED '" + name + "'");
    }
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

  /** Identities of the one would be absorbed as duplicates of the other's. */
  @ParameterizedTest
  @CsvSource({"warehouse, shop", "warehouse, ''", "'', shop"})
  void aQueueOfThatNameAtAnotherBrokerIsRefused(String before, String after) {
    takeEffectOnce(Map.of(consumer("broker"), before));
    Map<String, String> moved = new TreeMap<>(Map.of(consumer("broker"), after));
    assertThat(catchThrowable(() -> again(moved)))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining("broker=%s instead of %s".formatted(orNone(after), orNone(before)));
    accept(moved);
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(duplicates()).as("the memory is kept").isEqualTo(1);
  }

  private static String orNone(String broker) {
    return broker.isEmpty() ? "none" : broker;
  }

  @ParameterizedTest
  @CsvSource({
    "strategy, claim, entity",
    "strategy, natural, claim",
    "strategy, claim, natural",
    "identity, property:key, json:/key",
    "identity-time, none, cloudevent",
    "identity-time, cloudevent, none"
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
    "strategy, claim, natural",
    "strategy, claim, entity",
    "identity, property:key, json:/key",
    "identity, json:/key, property:other",
    "identity-time, none, cloudevent",
    "identity-time, cloudevent, none"
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

  /**
   * By another name of its aggregate an old version is a first one; by another count a new one is
   * old.
   */
  @ParameterizedTest
  @CsvSource({
    "version, aggregate, property:key, json:/key",
    "version, version, property:version, property:revision",
    "claim, aggregate, property:key, json:/key",
    "claim, version, property:version, property:revision"
  })
  void anotherCountOfVersionsUnderANameIsRefused(
      String strategy, String key, String before, String after) {
    takeEffectOnce(ordered(strategy, key, before));
    assertThat(catchThrowable(() -> again(ordered(strategy, key, after))))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining(key + "=" + after + " instead of " + before)
        .hasMessageContaining("accept-change=");
  }

  @Test
  void anotherCountOfVersionsIsRefusedThoughNoneWereCountedInBetween() {
    takeEffectOnce(ordered("claim", "aggregate", "property:key"));
    again(Map.of());
    assertThat(catchThrowable(() -> again(ordered("claim", "aggregate", "json:/key"))))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining("aggregate=json:/key instead of property:key");
  }

  @Test
  void anotherCountOfVersionsThatIsMeantBegins() {
    takeEffectOnce(ordered("claim", "version", "property:version"));
    accept(ordered("claim", "version", "property:revision"));
    again(ordered("claim", "version", "property:revision"));
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
  }

  @Test
  void versionsAreCountedFromNowOnWhereNoneWereCounted() {
    takeEffectOnce(Map.of());
    again(ordered("claim", "aggregate", "property:key"));
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
  }

  @Test
  void messagesThatAreHeldUnderAnotherCountAreNotLeftBehind() {
    takeEffectOnce(ordered("claim", "aggregate", "property:key"));
    hold();
    Map<String, String> changed = ordered("claim", "aggregate", "json:/key");
    assertThat(catchThrowable(() -> again(changed)))
        .hasMessageContaining("SEMEL-0431")
        .hasMessageContaining("1 messages of consumer " + name + " wait for earlier versions")
        .hasMessageContaining("aggregate=property:key");
  }

  /** As a server leaves it that dies between the two phases of its commit. */
  @ParameterizedTest
  @CsvSource({
    "identity-time, none, cloudevent",
    "identity-time, cloudevent, none",
    "identity, property:key, 'composite:property:key,property:other'"
  })
  void whatIsInDoubtWhileAMemoryChangesTakesNoSecondEffect(
      String key, String before, String after) {
    takeEffectOnce(Map.of(consumer(key), before));
    leaveInDoubt("2", before.equals("cloudevent"));
    accept(Map.of(consumer(key), after));
    send("2");
    await("its copy is handled, or the consumer waits").until(() -> queueIsEmpty() || waits());
    estate.server.postgres().execute("COMMIT PREPARED '" + name + "'");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(duplicates()).as("the copy was absorbed").isEqualTo(1);
    assertThat(effects).as("this node made the first one's only").hasValue(1);
  }

  private void leaveInDoubt(String key, boolean byDay) {
    estate
        .server
        .postgres()
        .execute("BEGIN; " + claim(key, byDay) + " PREPARE TRANSACTION '%s'".formatted(name));
  }

  private String claim(String key, boolean byDay) {
    UUID digest = new Identity(name, key).digest();
    Instant time = Instant.parse(minted);
    String slot = time.getEpochSecond() / 86_400 % 40 + ", ";
    return "INSERT INTO %s (identity, %s consumer, key, fingerprint) VALUES ('%s', %s '%s', '%s', '\\x0000');"
        .formatted(
            byDay ? "semel_window" : "semel_claim",
            byDay ? "slot," : "",
            byDay ? WindowIdentities.of(digest, time) : digest,
            byDay ? slot : "",
            name,
            key);
  }

  private boolean waits() {
    return states()
        .anyMatch(state -> state instanceof AwaitingProof proof && proof.cause().isPresent());
  }

  private Stream<ConsumerState> states() {
    return estate.engine().telemetry().consumers().statuses().stream().map(ConsumerStatus::state);
  }

  /**
   * The release gives the former claim back, and claims in the new memory, while its route runs.
   */
  @ParameterizedTest
  @CsvSource({
    "identity-time, none, cloudevent",
    "identity, property:key, 'composite:property:key,property:other'"
  })
  void aCopyOfWhatWasParkedBeforeTakesNoSecondEffectWhileThatIsReleased(
      String key, String before, String after) throws Exception {
    CountDownLatch inRoute = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    failing.set(true);
    start(Map.of(consumer(key), before, consumer("attempts"), "1"));
    send("1");
    await("it is parked").until(() -> !parked().isEmpty() && queueIsEmpty());
    failing.set(false);
    accept(Map.of(consumer(key), after));
    work =
        () -> {
          inRoute.countDown();
          goOn.await();
        };
    CompletableFuture<ReleaseResult> released =
        CompletableFuture.supplyAsync(() -> operations().parked().release(parked().get(0), ANN));
    assertThat(inRoute.await(3, TimeUnit.MINUTES)).as("the release is in its route").isTrue();
    send("1");
    await("the copy waits for the claim, or has been handled")
        .until(() -> queueIsEmpty() || waitsForAClaim());
    goOn.countDown();
    assertThat(released.get(3, TimeUnit.MINUTES)).isEqualTo(new ReleaseResult.TookEffect(0));
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
    assertThat(duplicates()).as("the copy was absorbed").isEqualTo(1);
  }

  /** The limit that the page of limits describes. */
  @Test
  void aCopyOfWhatWasWithdrawnAfterTheChangeTakesEffectOnceTheFormerMemoryIsNotLookedUp() {
    failing.set(true);
    start(Map.of(consumer("attempts"), "1"));
    send("1");
    await("it is parked").until(() -> !parked().isEmpty() && queueIsEmpty());
    failing.set(false);
    Map<String, String> changed =
        Map.of(consumer("identity"), "composite:property:key,property:other");
    accept(changed);
    operations().parked().withdraw(parked().get(0), ANN);
    send("1");
    await("the copy is absorbed").until(() -> duplicates() == 1);
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_consumer SET changed_at = changed_at - interval '31 days' WHERE name = '%s'"
                .formatted(name));
    again(changed);
    send("1");
    await("another copy takes effect").until(() -> effects.get() == 1);
  }

  private Operations operations() {
    return new StartedOperations(() -> estate.engine().operations());
  }

  private List<Long> parked() {
    return operations().parked().waiting(name, 0, 1).stream().map(ParkedCase::id).toList();
  }

  private boolean waitsForAClaim() {
    return estate
            .server
            .postgres()
            .number(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'semel_(claim|window)'")
        > 0;
  }

  @Test
  void daysThatWereKeptAreLookedUpThoughMoreIsRememberedNow() {
    takeEffectOnce(Map.of(consumer("identity-time"), "cloudevent"));
    accept(Map.of(consumer("identity-time"), "none", consumer("remember"), "90d"));
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
    assertThat(duplicates()).as("the first message was absorbed").isEqualTo(1);
  }

  /** By the former policy no one knows whether it took effect, and that alone knew it. */
  @ParameterizedTest
  @ValueSource(strings = {"claim", "window"})
  void whatIsTooOldForTheMemoryBeforeIsNotNewToTheOneAfter(String strategy) {
    minted = Instant.now().minus(9, ChronoUnit.DAYS).toString();
    takeEffectOnce(
        Map.of(
            consumer("strategy"),
            strategy,
            consumer("identity-time"),
            "cloudevent",
            consumer("remember"),
            "10d"));
    accept(Map.of(consumer("identity-time"), "none", consumer("remember"), "8d"));
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
    assertThat(reasons()).as("the copy is parked").containsExactly("OUT_OF_TIME");
  }

  private List<String> reasons() {
    return estate
        .server
        .postgres()
        .texts("SELECT reason FROM semel_parked WHERE consumer = ?", name);
  }

  /** A slot is emptied by the longest rule, and no other rule is about days any more. */
  @Test
  void daysThatWereKeptAreNotEmptiedBeforeTheyAreLookedUpNoMore() {
    takeEffectOnce(Map.of(consumer("identity-time"), "cloudevent", consumer("remember"), "8d"));
    accept(Map.of(consumer("identity-time"), "none", consumer("remember"), "20d"));
    assertThat(
            estate
                .server
                .postgres()
                .number(
                    "SELECT count(*) FROM semel_retention WHERE owner = ? AND kept = 'WINDOW' AND age = interval '20 days'",
                    name))
        .isEqualTo(1);
  }

  @Test
  void aMoveToAnotherQueueLeavesTheFormerMemoryToBeLookedUp() {
    takeEffectOnce(Map.of(consumer("identity-time"), "cloudevent"));
    accept(Map.of(consumer("identity-time"), "none"));
    queue = Jms.queue(estate.server.broker());
    accept(Map.of(consumer("identity-time"), "none"));
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
    assertThat(duplicates()).as("the first message was absorbed").isEqualTo(1);
  }

  @Test
  void aSecondChangeIsRefusedWhileWhatWasKnownBeforeTheFirstIsLookedUp() {
    takeEffectOnce(Map.of(consumer("identity"), "property:key"));
    accept(Map.of(consumer("identity"), "property:other"));
    Map<String, String> second = new TreeMap<>(Map.of(consumer("identity"), "json:/key"));
    second.put(consumer("accept-change"), word(second));
    assertThat(catchThrowable(() -> again(second)))
        .hasMessageContaining("SEMEL-0430")
        .hasMessageContaining("identity=property:key")
        .hasMessageContaining("until " + forgottenOn());
    again(Map.of(consumer("identity"), "property:other"));
    send("1");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(1);
  }

  @Test
  void aSecondChangeIsAcceptedOnceWhatWasKnownBeforeTheFirstIsForgotten() {
    takeEffectOnce(Map.of());
    accept(Map.of(consumer("identity"), "property:other"));
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_consumer SET changed_at = changed_at - interval '31 days' WHERE name = '%s'"
                .formatted(name));
    accept(Map.of(consumer("identity"), "json:/key"));
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
  }

  @Test
  void theWayBackIsOpenAtAnyTimeAndForgetsNothing() {
    takeEffectOnce(Map.of(consumer("identity-time"), "none"));
    accept(Map.of(consumer("identity-time"), "cloudevent"));
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
    await("the queue is empty").until(this::queueIsEmpty);
    accept(Map.of(consumer("identity-time"), "none"));
    send("1");
    send("2");
    send("3");
    await("the third message takes effect").until(() -> effects.get() == 3);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(3);
    assertThat(duplicates()).as("the first two were absorbed").isEqualTo(2);
  }

  @Test
  void whereNothingWasKnownBeforeTheFirstChangeASecondOneForgetsNothing() {
    takeEffectOnce(Map.of(consumer("strategy"), "natural"));
    accept(Map.of(consumer("strategy"), "claim"));
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
    accept(Map.of(consumer("strategy"), "claim", consumer("identity-time"), "cloudevent"));
    send("2");
    send("3");
    await("the third message takes effect").until(() -> effects.get() == 3);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(duplicates()).as("the second message was absorbed").isEqualTo(1);
  }

  @Test
  void theWordForOneChangeAcceptsNoOther() {
    takeEffectOnce(Map.of());
    Map<String, String> changed = new TreeMap<>(Map.of(consumer("strategy"), "entity"));
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

  @Test
  void heldMessagesAreNotLeftBehind() {
    takeEffectOnce(Map.of());
    hold();
    assertThat(catchThrowable(() -> again(Map.of())))
        .hasMessageContaining("SEMEL-0431")
        .hasMessageContaining("1 messages of consumer " + name + " wait for earlier versions");
  }

  /** As a server leaves it that dies between the two phases of its commit. */
  @Test
  void messagesThatAreHeldInDoubtAreNotLeftBehind() {
    takeEffectOnce(ordered("claim", "aggregate", "property:key"));
    estate
        .server
        .postgres()
        .execute(
            "BEGIN; " + claim("a|3", false) + held() + " PREPARE TRANSACTION '%s'".formatted(name));
    again(Map.of());
    await("the consumer waits for it, or receives").until(() -> waits() || receives());
    assertThat(receives()).as("it receives, though a message may be held").isFalse();
    estate.server.postgres().execute("COMMIT PREPARED '" + name + "'");
    await("the consumer is refused").until(() -> refusals().contains("SEMEL-0431"));
  }

  private boolean receives() {
    return states().anyMatch(Receiving.class::isInstance);
  }

  private List<String> refusals() {
    return states()
        .flatMap(state -> state instanceof RefusedByProof by ? by.codes().stream() : Stream.of())
        .toList();
  }

  private void hold() {
    estate.server.postgres().execute(held());
  }

  private String held() {
    return """
        INSERT INTO semel_held
          (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, body, destination, message_id, deliveries)
        VALUES (gen_random_uuid(), 3, '%s', 'a', 'a|3', '', '{}', 'NONE', '', '', '', 1);
        """
        .formatted(name);
  }

  /** A policy that keeps versions in order, by this rule for {@code key}. */
  private Map<String, String> ordered(String strategy, String key, String rule) {
    Map<String, String> policy = new TreeMap<>();
    policy.put(consumer("strategy"), strategy);
    policy.put(consumer("aggregate"), "property:key");
    policy.put(consumer("version"), "property:version");
    policy.put(consumer(key), rule);
    return policy;
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
            from("inbox:" + name).process(exchange -> effect());
          }
        });
  }

  private void effect() throws InterruptedException {
    if (failing.get()) {
      throw new IllegalStateException("no");
    }
    work.run();
    effects.incrementAndGet();
  }

  private void send(String key) {
    Jms.send(
        estate.server.broker(),
        queue,
        context -> {
          var message = context.createTextMessage("{\"key\":\"" + key + "\"}");
          message.setStringProperty("key", key);
          message.setStringProperty("other", key);
          message.setStringProperty("ce_id", key);
          message.setStringProperty("version", "1");
          message.setStringProperty("revision", "1");
          message.setStringProperty("ce_time", minted);
          return message;
        });
  }

  private boolean queueIsEmpty() {
    return estate.server.broker().messages(queue) == 0;
  }

  /** The day on which what was known before the latest change is not looked up any more. */
  private String forgottenOn() {
    return estate
        .server
        .postgres()
        .texts(
            "SELECT ((changed_at + interval '30 days') AT TIME ZONE 'UTC')::date::text FROM semel_consumer"
                + " WHERE name = ?",
            name)
        .get(0);
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
