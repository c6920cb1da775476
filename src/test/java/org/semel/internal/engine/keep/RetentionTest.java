// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

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
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;

class RetentionTest {

  private static final SweepPace BRISK =
      new SweepPace(Duration.ofMillis(10), Duration.ofSeconds(10), Duration.ofMillis(1), 1);

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryForgetting memory = new InMemoryForgetting(transactions);
  private final List<RetentionRule> rules = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Retention retention =
      new Retention(memory, transactions, this::thread, () -> rules, BRISK, new Listener());

  @AfterEach
  void stop() {
    retention.stop();
  }

  @Test
  void everyKindIsSwept() {
    for (RetainedKind kept : RetainedKind.values()) {
      memory.put(new Row(kept, "c", "old"), Duration.ofDays(2));
      rules.add(new RetentionRule(kept, "c", Duration.ofDays(1)));
    }
    retention.start();
    for (RetainedKind kept : RetainedKind.values()) {
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
    memory.put(new Row(RetainedKind.CLAIM, "late", "old"), Duration.ofDays(2));
    rules.add(new RetentionRule(RetainedKind.CLAIM, "late", Duration.ofDays(1)));
    await().until(() -> isSweptOnceDue(new Row(RetainedKind.CLAIM, "late", "old")));
  }

  /** The last round may have begun before its rule was known. */
  private boolean isSweptOnceDue(Row row) {
    memory.lapse(RetainedKind.CLAIM);
    return !memory.has(row);
  }

  @Test
  void anOutageIsWaitedOut() {
    memory.failWith(new IllegalStateException("away"));
    retention.start();
    await().until(() -> heard.contains("interrupted"));
    memory.put(new Row(RetainedKind.CLAIM, "c", "old"), Duration.ofDays(2));
    rules.add(new RetentionRule(RetainedKind.CLAIM, "c", Duration.ofDays(1)));
    memory.failWith(null);
    await().until(() -> heard.contains("resumed"));
    await().until(() -> isSweptOnceDue(new Row(RetainedKind.CLAIM, "c", "old")));
  }

  @Test
  void aKindThatCannotBeSweptHoldsUpNoOther() {
    memory.stick(RetainedKind.CLAIM);
    memory.put(new Row(RetainedKind.AGGREGATE, "c", "old"), Duration.ofDays(2));
    rules.add(new RetentionRule(RetainedKind.AGGREGATE, "c", Duration.ofDays(1)));
    retention.start();
    await().until(() -> !memory.has(new Row(RetainedKind.AGGREGATE, "c", "old")));
    await().until(() -> heard.contains("interrupted by stuck at CLAIM"));
  }

  /** It was meant to be remembered for longer, and whoever forgot it could not bring it back. */
  @Test
  void whoseRulesCannotBeWrittenDownSweepsByNoOlderOnes() {
    Row young = new Row(RetainedKind.CLAIM, "c", "young");
    declared(new RetentionRule(RetainedKind.CLAIM, "c", Duration.ofDays(1)));
    memory.put(young, Duration.ofDays(2));
    rules.add(new RetentionRule(RetainedKind.CLAIM, "c", Duration.ofDays(30)));
    memory.refuseRules(new IllegalStateException("no rules"));
    retention.start();
    await("a whole look").until(() -> heard.contains("interrupted by no rules"));
    assertThat(memory.has(young)).isTrue();
    memory.refuseRules(null);
    await().until(() -> heard.contains("swept CLAIM"));
    assertThat(memory.has(young)).isTrue();
  }

  private void declared(RetentionRule rule) {
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
    public void swept(RetainedKind kept, long forgotten) {
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
