// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.log.WaitLog;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.SharedBackoff;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

/**
 * A classic route whose database is away, while Camel's container asks for the next transaction.
 */
class ClassicOutageTest {

  private final LogLines lines = new LogLines();
  private final AtomicBoolean away = new AtomicBoolean(true);
  private Optional<Throwable> database = Optional.empty();
  private final AtomicInteger joins = new AtomicInteger();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void anOutageIsToldOnceAndItsEndAsWell() {
    ClassicTransactions transactions = over(pausing(Duration.ofMillis(2)));
    assertThatThrownBy(() -> begin(transactions)).hasRootCauseMessage("cut");
    assertThatThrownBy(() -> begin(transactions)).hasRootCauseMessage("cut");
    assertThat(lines.with("SEMEL-0304", "Route orders waits", "SQLState 08006")).hasSize(1);
    away.set(false);
    begin(transactions);
    begin(transactions);
    assertThat(lines.with("SEMEL-0305", "Route orders receives again")).hasSize(1);
  }

  /** A pool hands out a session from before the outage. */
  @Test
  void aTransactionThatOnlyBeginsIsNotTakenForTheReturnOfTheDatabase() {
    ClassicTransactions transactions = over(pausing(Duration.ofMillis(2)));
    assertThatThrownBy(() -> begin(transactions)).hasRootCauseMessage("cut");
    away.set(false);
    database = Optional.of(new SQLException("still away", "08006"));
    assertThatThrownBy(() -> begin(transactions)).hasRootCauseMessage("still away");
    assertThat(lines.with("SEMEL-0305", "Route orders")).isEmpty();
    database = Optional.empty();
    begin(transactions);
    assertThat(lines.with("SEMEL-0305", "Route orders receives again")).hasSize(1);
  }

  @Test
  void onceOneHasFailedTheOthersWaitBeforeTheyTry() throws InterruptedException {
    SharedBackoff outage = pausing(Duration.ofHours(1));
    ClassicTransactions transactions = over(outage);
    assertThatThrownBy(() -> begin(transactions)).hasRootCauseMessage("cut");
    away.set(false);
    Thread other = new Thread(() -> begin(transactions));
    other.start();
    await("the other waits").until(() -> other.getState() == Thread.State.TIMED_WAITING);
    assertThat(joins).hasValue(1);
    outage.succeeded();
    other.join();
    assertThat(joins).hasValue(2);
  }

  private static SharedBackoff pausing(Duration pause) {
    return new SharedBackoff(new Backoff(pause, pause), WaitLog.ofRoute("orders"));
  }

  private ClassicTransactions over(SharedBackoff outage) {
    ClassicPermit permit = new ClassicPermit("orders", ProofResult.Proven::new, true);
    return new ClassicTransactions(new Immediate(), this::join, () -> database, permit, outage);
  }

  private static void begin(ClassicTransactions transactions) {
    transactions.getTransaction(null);
  }

  private void join() {
    joins.incrementAndGet();
    if (away.get()) {
      throw new IllegalStateException(new SQLException("cut", "08006"));
    }
  }

  /** Transactions in which nothing happens. */
  private static final class Immediate implements PlatformTransactionManager {

    @Override
    public TransactionStatus getTransaction(TransactionDefinition definition) {
      return new SimpleTransactionStatus();
    }

    @Override
    public void commit(TransactionStatus status) {}

    @Override
    public void rollback(TransactionStatus status) {}
  }
}
