// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.edge.postgresql.intent.IntentTable.IntentInterventions;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.OrderContract;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

class PostgresOrderTest extends OrderContract {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SmallServer server = SmallServer.shared();
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());
  private final Interventions interventions =
      new IntentInterventions(server.jdbc(), server.transactions());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, List<Integer>> sent = new ConcurrentHashMap<>();
  private final Set<String> inHand = ConcurrentHashMap.newKeySet();

  @AfterEach
  void noThreadIsLeft() {
    threads.shutdownNow();
  }

  @Test
  void manyRelaysKeepTheOrderOfManyKeysWhileTheyAreRecorded() {
    int keys = 10;
    int each = 30;
    List<CompletableFuture<Void>> work = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      String orderKey = "key-" + key;
      work.add(
          run(() -> IntStream.range(0, each).forEach(i -> record(orderKey, orderKey + ":" + i))));
    }
    for (int relay = 0; relay < 6; relay++) {
      work.add(run(() -> relayUntil(keys * each)));
    }
    work.forEach(CompletableFuture::join);
    List<Integer> inOrder = IntStream.range(0, each).boxed().toList();
    assertThat(sent).hasSize(keys);
    assertThat(sent.values()).allSatisfy(causes -> assertThat(causes).isEqualTo(inOrder));
  }

  @Test
  void theOrderIsThatOfCommitsNotOfBeginnings() throws InterruptedException {
    CountDownLatch recorded = new CountDownLatch(1);
    CountDownLatch commit = new CountDownLatch(1);
    CompletableFuture<Void> slow =
        run(
            () ->
                commit(
                    () -> {
                      intents.record(intent("a", "slow"));
                      intents.flush();
                      recorded.countDown();
                      awaitIt(commit);
                      return "";
                    }));
    recorded.await();
    CompletableFuture<Void> quick = run(() -> record("a", "quick"));
    await().until(() -> waiting() == 1);
    record("b", "another key is not held");
    assertThat(quick).isNotDone();
    commit.countDown();
    CompletableFuture.allOf(slow, quick).join();
    assertThat(leases())
        .extracting(OrderContract::cause)
        .containsExactlyInAnyOrder("slow", "another key is not held");
  }

  @Test
  void theOrderIsHeldThroughPreparation() {
    server
        .transactions()
        .inNew(
            MINUTE,
            () -> {
              server.manager().getTransaction().enlistResource(new Bystander());
              intents.record(intent("a", "1"));
              return Decision.commit("");
            });
    assertThat(leases()).hasSize(1);
  }

  private void relayUntil(int all) {
    while (sent.values().stream().mapToInt(List::size).sum() < all) {
      for (Lease lease : commit(() -> table.leaseInOrder(destination, 5, MINUTE))) {
        send(lease);
      }
    }
  }

  /** Now and then it fails, and must not be overtaken. */
  private void send(Lease lease) {
    String[] parts = cause(lease).split(":", -1);
    assertThat(inHand.add(parts[0])).as("alone of its key").isTrue();
    boolean fails = ThreadLocalRandom.current().nextInt(10) == 0;
    if (!fails) {
      sent.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(Integer.valueOf(parts[1]));
    }
    inHand.remove(parts[0]);
    settle(
        lease,
        fails
            ? new Settlement.RetryAt(Duration.ofMillis(5), "away", Trace.NONE)
            : new Settlement.Delivered());
  }

  private long waiting() {
    return server
        .postgres()
        .number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
  }

  private CompletableFuture<Void> run(Runnable act) {
    return CompletableFuture.runAsync(act, threads);
  }

  private static void awaitIt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Intents intents() {
    return intents;
  }

  @Override
  protected IntentQueue queue() {
    return table;
  }

  @Override
  protected Interventions interventions() {
    return interventions;
  }
}
