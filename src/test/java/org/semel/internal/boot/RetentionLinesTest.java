// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryForgetting;
import org.semel.fake.InMemoryForgetting.Row;
import org.semel.internal.desk.watch.log.RetentionLog;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.Retention;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.tx.Decision;

/** What an operator reads of retention. */
class RetentionLinesTest {

  private static final SweepPace BRISK =
      new SweepPace(Duration.ofMillis(10), Duration.ofSeconds(10), Duration.ofMillis(1), 1);

  private final LogLines lines = new LogLines();
  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryForgetting memory = new InMemoryForgetting(transactions);
  private final Retention retention =
      new Retention(
          memory,
          transactions,
          Thread::new,
          () -> List.of(new RetentionRule(RetainedKind.CLAIM, "c", Duration.ofDays(1))),
          BRISK,
          new RetentionLog());

  @AfterEach
  void close() {
    retention.stop();
    lines.close();
  }

  @Test
  void whatIsForgottenIsCountedByKindAndWhereNothingIsNothingIsSaid() {
    memory.put(new Row(RetainedKind.CLAIM, "c", "a"), Duration.ofDays(2));
    memory.put(new Row(RetainedKind.CLAIM, "c", "b"), Duration.ofDays(2));
    retention.start();
    await().until(() -> lines.with("SEMEL-0701", "2 rows of kind CLAIM").size() == 1);
    assertThat(lines.with("SEMEL-0701")).hasSize(1);
  }

  @Test
  void aRuleThatIsShorterThanTheOneBeforeIsToldWithTheTimeFromWhichItCounts() {
    transactions.inNew(
        Duration.ofMinutes(1),
        () -> {
          memory.declare(List.of(new RetentionRule(RetainedKind.CLAIM, "c", Duration.ofDays(30))));
          return Decision.commit("");
        });
    retention.start();
    await()
        .until(
            () -> lines.with("SEMEL-0707", "CLAIM of c", "PT24H", "PT720H as before").size() == 1);
  }

  @Test
  void anOutageIsToldOnceAndItsEndAsWell() {
    memory.failWith(new IllegalStateException(new SQLException("cut", "08006")));
    retention.start();
    await().until(() -> lines.with("SEMEL-0702", "the tables grow", "SQLState 08006").size() == 1);
    memory.failWith(null);
    await().until(() -> lines.with("SEMEL-0703").size() == 1);
    assertThat(lines.with("SEMEL-0702")).hasSize(1);
  }
}
