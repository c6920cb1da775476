// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/** As {@code PostgresLateIntentsTest}, for what is stored first. */
class PostgresLateMessagesTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final Quota BOTH = new Quota(10, 10);
  private static final Quota FRESH = new Quota(10, 0);

  private final SmallServer server = SmallServer.shared();
  private final String consumer = "l-" + UUID.randomUUID();
  private final AtomicLong now = new AtomicLong();
  private volatile long step;
  private final StoredTable table = new StoredTable(server.jdbc(), () -> now.getAndAdd(step));

  @Test
  void whatBecomesVisibleAnHourAfterItsTimeIsFoundInFiveMinutes() {
    everythingIsDear();
    store("1");
    age("1 hour");
    assertThat(lease(BOTH)).isEmpty();
    now.addAndGet(Watermark.AT_LEAST_EACH.toNanos());
    assertThat(lease(BOTH)).hasSize(1);
  }

  @Test
  void whatBecomesVisibleALittleAfterItsTimeIsFoundAtOnce() {
    everythingIsDear();
    store("1");
    age("500 milliseconds");
    assertThat(lease(BOTH)).hasSize(1);
  }

  @Test
  void retriesThatNobodyAskedForAreNotPassedOver() {
    store("1");
    LeasedMessage failing = lease(FRESH).get(0);
    commit(
        () ->
            table.move(
                List.of(
                    new Move(
                        failing,
                        new StageChange.RetryAfter(Duration.ZERO, new Failure("k", "d"))))));
    age("1 hour");
    everythingIsDear(FRESH);
    assertThat(lease(BOTH)).hasSize(1);
  }

  @Test
  void looksThatAskForNoRetriesDoNotPutOffThoseThatDo() {
    assertThat(lease(BOTH)).isEmpty();
    store("1");
    LeasedMessage failing = lease(FRESH).get(0);
    everythingIsDear(FRESH);
    StageChange later = new StageChange.RetryAfter(Duration.ZERO, new Failure("k", "d"));
    commit(() -> table.move(List.of(new Move(failing, later))));
    age("1 hour");
    assertThat(lease(BOTH)).hasSize(1);
  }

  private void everythingIsDear() {
    everythingIsDear(BOTH);
  }

  /** From now on no look goes back by more than a second, until the clock is moved. */
  private void everythingIsDear(Quota quota) {
    step = Duration.ofSeconds(10).toNanos();
    for (int i = 0; i < 3; i++) {
      assertThat(lease(quota)).isEmpty();
    }
    step = 0;
  }

  private List<LeasedMessage> lease(Quota quota) {
    return commit(() -> table.lease(consumer, quota, LIFE));
  }

  private void store(String key) {
    commit(
        () ->
            table.store(List.of(new InboxEntry(new Identity(consumer, key), Messages.text("x")))));
  }

  private void age(String by) {
    server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() - interval '%s' WHERE consumer = '%s'"
                .formatted(by, consumer));
  }

  private <T> T commit(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Committed<T>) completion).value();
  }
}
