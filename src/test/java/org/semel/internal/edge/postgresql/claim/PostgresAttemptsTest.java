// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.SqlFaults;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.AttemptStoreContract;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

class PostgresAttemptsTest extends AttemptStoreContract {

  protected final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ClaimStore inbox() {
    return new ClaimTable(server.jdbc(), Duration.ofSeconds(1));
  }

  @Override
  protected AttemptStore attempts() {
    return new AttemptTable(server.jdbc(), inbox());
  }

  @Test
  void aFailureThatIsWrittenWhileTheMessageIsBeingParkedLeavesNothingBehind() {
    Identity identity = new Identity("c", UUID.randomUUID().toString());
    Failure failure = new Failure("A", "a");
    inNew(() -> attempts().failed(offer(identity), failure));
    CompletableFuture<Optional<Failures>> late =
        inNew(
            () -> {
              inbox().claim(List.of(offer(identity)));
              attempts().forget(List.of(identity));
              var other =
                  CompletableFuture.supplyAsync(() -> failedInTheEnd(offer(identity), failure));
              await().until(() -> waiting() == 1);
              return other;
            });
    assertThat(late.join()).isEmpty();
    assertThat(inNew(() -> attempts().of(List.of(identity)))).isEmpty();
  }

  @Test
  void whoHoldsARowIsNotWaitedForAsLongAsATransactionMayLast() throws Exception {
    Identity identity = new Identity("c", UUID.randomUUID().toString());
    Failure failure = new Failure("A", "a");
    inNew(() -> attempts().failed(offer(identity), failure));
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<?> rival =
        CompletableFuture.runAsync(() -> inNew(() -> hold(identity, held, release)));
    held.await();
    try {
      Completion<Optional<Failures>> written =
          transactions()
              .inNew(
                  Duration.ofMinutes(5),
                  () -> Decision.commit(attempts().failed(offer(identity), failure)));
      assertThat(written)
          .isInstanceOfSatisfying(
              Completion.RolledBack.class,
              undone -> assertThat(new SqlFaults().ofAll(undone.cause())).isEqualTo(Cause.LOCKED));
    } finally {
      release.countDown();
    }
    rival.join();
  }

  /** Each try waits for five seconds at most, within which a slow machine may not have looked. */
  private Optional<Failures> failedInTheEnd(Offer offer, Failure failure) {
    while (true) {
      Completion<Optional<Failures>> tried =
          transactions()
              .inNew(
                  Duration.ofSeconds(60), () -> Decision.commit(attempts().failed(offer, failure)));
      if (tried instanceof Committed<Optional<Failures>> written) {
        return written.value();
      }
    }
  }

  private String hold(Identity identity, CountDownLatch held, CountDownLatch release)
      throws InterruptedException {
    attempts().forget(List.of(identity));
    held.countDown();
    boolean released = release.await(3, TimeUnit.MINUTES);
    return released ? "released" : "nobody wanted the row any more";
  }

  private long waiting() {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%semel_attempt%'");
  }

  private <T> T inNew(Callable<T> act) {
    Completion<T> completion =
        transactions().inNew(Duration.ofSeconds(60), () -> Decision.commit(act.call()));
    return ((Committed<T>) completion).value();
  }
}
