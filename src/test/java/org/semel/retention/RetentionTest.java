// SPDX-License-Identifier: Apache-2.0
package org.semel.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryForgetting;
import org.semel.fake.InMemoryForgetting.Row;
import org.semel.tx.Completion;
import org.semel.tx.Decision;

class RetentionTest {

  private static final Pace BRISK =
      new Pace(Duration.ofMillis(10), Duration.ofSeconds(10), Duration.ofMillis(1), 1);

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryForgetting memory = new InMemoryForgetting(transactions);
  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Retention retention =
      new Retention(
          new Retention.Depot(memory, transactions, this::thread),
          () -> rules,
          BRISK,
          new Listener());

  @AfterEach
  void stop() {
    retention.stop();
  }

  @Test
  void everyKindIsSwept() {
    for (Kept kept : Kept.values()) {
      memory.put(new Row(kept, "c", "old"), Duration.ofDays(2));
      rules.add(new Rule(kept, "c", Duration.ofDays(1)));
    }
    retention.start();
    for (Kept kept : Kept.values()) {
      await().until(() -> !memory.has(new Row(kept, "c", "old")));
    }
  }

  @Test
  void bodiesAreForgottenBeforeTheIdentitiesThatWouldAbsorbThem() {
    retention.start();
    await("all kinds are swept").until(() -> heard.contains("swept AUDIT"));
    assertThat(heard).containsSubsequence("swept BODY", "swept CLAIM", "swept WINDOW");
  }

  @Test
  void whoeverComesLaterIsHeardToo() {
    retention.start();
    await().until(() -> heard.contains("swept CLAIM"));
    memory.put(new Row(Kept.CLAIM, "late", "old"), Duration.ofDays(2));
    rules.add(new Rule(Kept.CLAIM, "late", Duration.ofDays(1)));
    await().until(() -> isSweptOnceDue(new Row(Kept.CLAIM, "late", "old")));
  }

  /** The last round may have begun before its rule was known. */
  private boolean isSweptOnceDue(Row row) {
    memory.lapse(Kept.CLAIM);
    return !memory.has(row);
  }

  @Test
  void anOutageIsWaitedOut() {
    memory.failWith(new IllegalStateException("away"));
    retention.start();
    await().until(() -> heard.contains("interrupted"));
    memory.put(new Row(Kept.CLAIM, "c", "old"), Duration.ofDays(2));
    rules.add(new Rule(Kept.CLAIM, "c", Duration.ofDays(1)));
    memory.failWith(null);
    await().until(() -> heard.contains("resumed"));
    await().until(() -> isSweptOnceDue(new Row(Kept.CLAIM, "c", "old")));
  }

  @Test
  void aKindThatCannotBeSweptHoldsUpNoOther() {
    memory.stick(Kept.CLAIM);
    memory.put(new Row(Kept.AGGREGATE, "c", "old"), Duration.ofDays(2));
    rules.add(new Rule(Kept.AGGREGATE, "c", Duration.ofDays(1)));
    retention.start();
    await().until(() -> !memory.has(new Row(Kept.AGGREGATE, "c", "old")));
    await().until(() -> heard.contains("interrupted by stuck at CLAIM"));
  }

  /** It was meant to be remembered for longer, and whoever forgot it could not bring it back. */
  @Test
  void whoseRulesCannotBeWrittenDownSweepsByNoOlderOnes() {
    Row young = new Row(Kept.CLAIM, "c", "young");
    declared(new Rule(Kept.CLAIM, "c", Duration.ofDays(1)));
    memory.put(young, Duration.ofDays(2));
    rules.add(new Rule(Kept.CLAIM, "c", Duration.ofDays(30)));
    memory.refuseRules(new IllegalStateException("no rules"));
    retention.start();
    await("a whole look").until(() -> heard.contains("interrupted by no rules"));
    assertThat(memory.has(young)).isTrue();
    memory.refuseRules(null);
    await().until(() -> heard.contains("swept CLAIM"));
    assertThat(memory.has(young)).isTrue();
  }

  private void declared(Rule rule) {
    assertThat(
            transactions.inNew(
                Duration.ofMinutes(1),
                () -> {
                  memory.declare(List.of(rule));
                  return Decision.commit("");
                }))
        .isInstanceOf(Completion.Committed.class);
  }

  @Test
  void itsThreadEndsWhenItIsStopped() {
    retention.start();
    await().until(() -> heard.contains("swept CLAIM"));
    retention.stop();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }

  private final class Listener implements RetentionListener {
    @Override
    public void swept(Kept kept, long forgotten) {
      heard.add("swept " + kept);
    }

    @Override
    public void interrupted(Throwable cause, Duration pause) {
      heard.add("interrupted");
      heard.add("interrupted by " + cause.getMessage());
    }

    @Override
    public void resumed() {
      heard.add("resumed");
    }
  }
}
