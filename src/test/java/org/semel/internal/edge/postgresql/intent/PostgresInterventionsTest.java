// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.edge.postgresql.intent.IntentTable.IntentInterventions;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.InterventionsContract;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.IntentActs.Intervention;
import org.semel.small.SmallServer;

class PostgresInterventionsTest extends InterventionsContract {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SmallServer server = SmallServer.shared();
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());
  private final Interventions interventions =
      new IntentInterventions(server.jdbc(), server.transactions());
  private final Destination place = new Destination("d-" + UUID.randomUUID());

  @Test
  void aDeliveredIntentKeepsItsReferenceItsTimeAndItsAttempts() {
    record(intent(0));
    settle(new Settlement.RetryAt(Duration.ZERO, "away", Trace.NONE));
    settle(new Settlement.NotBegun());
    settle(new Settlement.Delivered(Optional.of(new ProviderReference("order 7"))));
    assertThat(rows("reference = 'order 7' AND settled_at IS NOT NULL AND attempts = 2")).isOne();
  }

  @Test
  void whatAPersonDeliveredKeepsThePersonsReference() {
    record(intent(0));
    commit(() -> interventions.delivered(intent(0).key(), new ProviderReference("by fax")));
    assertThat(rows("state = 'delivered' AND reference = 'by fax' AND settled_at IS NOT NULL"))
        .isOne();
  }

  @Test
  void whereRelayAndPersonRaceForAnIntentOneOfThemHasIt() {
    int all = 40;
    IntStream.range(0, all).forEach(i -> record(intent(i)));
    CountDownLatch together = new CountDownLatch(2);
    CompletableFuture<Integer> relay =
        CompletableFuture.supplyAsync(
            () -> {
              meet(together);
              return IntStream.range(0, all).map(i -> lease(1).size()).sum();
            });
    meet(together);
    int withdrawn = 0;
    for (int i = 0; i < all; i++) {
      UUID key = intent(i).key();
      withdrawn += commit(() -> interventions.withdraw(key)) instanceof Intervention.Done ? 1 : 0;
    }
    relay.join();
    assertThat(rows("state = 'withdrawn' AND lease = 0")).isEqualTo(withdrawn);
    assertThat(rows("state = 'withdrawn'")).as("none of those leased").isEqualTo(withdrawn);
    assertThat(rows("state IN ('withdrawn', 'leased', 'pending')")).isEqualTo(all);
  }

  private static void meet(CountDownLatch together) {
    together.countDown();
    try {
      together.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Intent intent(int key) {
    return new Intent(
        new Identity("c", "k" + key), new Intent.Address(place, 0), Headers.none(), Body.none());
  }

  private void record(Intent intent) {
    commit(
        () -> {
          intents.record(intent);
          return "";
        });
  }

  private void settle(Settlement settlement) {
    Lease lease = lease(1).get(0);
    assertThat(commit(() -> table.settle(List.of(new SettledLease(lease, settlement))))).isEmpty();
  }

  private List<Lease> lease(int most) {
    return commit(() -> table.lease(place, most, MINUTE));
  }

  private long rows(String where) {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_intent WHERE destination = ? AND " + where, place.name());
  }

  private <T> T commit(java.util.function.Supplier<T> work) {
    return ((org.semel.internal.engine.tx.Completion.Committed<T>)
            server.transactions().inNew(MINUTE, () -> Decision.commit(work.get())))
        .value();
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
