// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.log.WaitLog;
import org.semel.internal.loop.Backoff;
import org.semel.internal.loop.SharedBackoff;
import org.semel.internal.proof.ProofResult;
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
  private final ClassicTransactions transactions =
      new ClassicTransactions(
          new Immediate(),
          this::join,
          new ClassicPermit("orders", ProofResult.Proven::new, true),
          new SharedBackoff(
              new Backoff(Duration.ofMillis(2), Duration.ofMillis(2)), WaitLog.ofRoute("orders")));

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void anOutageIsToldOnceAndItsEndAsWell() {
    assertThatThrownBy(this::begin).hasRootCauseMessage("cut");
    assertThatThrownBy(this::begin).hasRootCauseMessage("cut");
    assertThat(lines.with("SEMEL-0304", "Route orders waits", "SQLState 08006")).hasSize(1);
    away.set(false);
    begin();
    begin();
    assertThat(lines.with("SEMEL-0305", "Route orders receives again")).hasSize(1);
  }

  private void begin() {
    transactions.getTransaction(null);
  }

  private void join() {
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
