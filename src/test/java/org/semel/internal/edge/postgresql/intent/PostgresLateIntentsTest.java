// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.Watermark;
import org.semel.internal.edge.postgresql.intent.IntentTable.DueIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/** A look that begins where the last one found something leaves nothing lying that is due. */
class PostgresLateIntentsTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final LeaseLimit ALL = new LeaseLimit(10);

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("l-" + UUID.randomUUID());
  private final AtomicInteger recorded = new AtomicInteger();
  private final Clock clock = new Clock();
  private final IntentTable table = new IntentTable(server.jdbc());
  private final DueIntents due = new DueIntents(server.jdbc(), clock::read);

  /** Moves by itself as far as a look is to seem to take. */
  private static final class Clock {
    private final AtomicLong now = new AtomicLong();
    private volatile long step;

    long read() {
      return now.getAndAdd(step);
    }

    void pass(Duration time) {
      now.addAndGet(time.toNanos());
    }
  }

  @Test
  void whatBecomesVisibleAnHourAfterItsTimeIsFoundInFiveMinutes() {
    everythingIsDear(due, clock);
    record("1", Optional.empty());
    age("1 hour");
    assertThat(lease(due)).isEmpty();
    clock.pass(Watermark.AT_LEAST_EACH);
    assertThat(lease(due)).hasSize(1);
  }

  @Test
  void whatBecomesVisibleALittleAfterItsTimeIsFoundAtOnce() {
    everythingIsDear(due, clock);
    record("1", Optional.empty());
    age("500 milliseconds");
    assertThat(lease(due)).hasSize(1);
  }

  @Test
  void whereNothingIsDearWhatIsLateIsFoundAtOnce() {
    assertThat(lease(due)).isEmpty();
    record("1", Optional.empty());
    age("1 hour");
    assertThat(lease(due)).hasSize(1);
  }

  /** What is recorded by the clock's new time lies before what was reached by the old one. */
  @Test
  void whatIsRecordedAfterAClockWasSetBackIsFoundAtOnce() {
    everythingIsDear(due, clock);
    await()
        .until(
            () -> {
              due.mark(destination).reached(Instant.now().plusSeconds(3_600));
              record("k" + recorded.incrementAndGet(), Optional.empty());
              return !lease(due).isEmpty();
            });
  }

  @Test
  void whatAnotherNodeHadAndGaveUpIsFoundByBoth() {
    Clock othersClock = new Clock();
    DueIntents other = new DueIntents(server.jdbc(), othersClock::read);
    everythingIsDear(due, clock);
    everythingIsDear(other, othersClock);
    record("1", Optional.empty());
    age("1 hour");
    clock.pass(Watermark.AT_LEAST_EACH);
    List<Lease> undone =
        discard(
            () -> {
              List<Lease> ours = due.lease(destination, ALL, LIFE, SentFrom.LEASE);
              CompletableFuture.runAsync(() -> assertThat(lease(other)).isEmpty()).join();
              return ours;
            });
    assertThat(undone).hasSize(1);
    othersClock.pass(Watermark.AT_LEAST_EACH);
    assertThat(discard(() -> other.lease(destination, ALL, LIFE, SentFrom.LEASE))).hasSize(1);
    assertThat(lease(due)).hasSize(1);
  }

  @Test
  void whoseTurnComesLaterIsFoundAsSoonAsItHasCome() {
    record("1", Optional.of("a"));
    record("2", Optional.of("a"));
    age("1 hour");
    Lease first = leaseInOrder().get(0);
    everythingIsDear(this::leaseInOrder, clock);
    commit(() -> table.settle(List.of(new SettledLease(first, new Settlement.Delivered()))));
    assertThat(leaseInOrder()).hasSize(1);
  }

  private void everythingIsDear(DueIntents looked, Clock looking) {
    everythingIsDear(() -> lease(looked), looking);
  }

  /** From now on no look goes back by more than a second, until the clock is moved. */
  private static void everythingIsDear(Supplier<List<Lease>> look, Clock looking) {
    looking.step = Duration.ofSeconds(20).toNanos();
    for (int i = 0; i < 3; i++) {
      assertThat(look.get()).isEmpty();
    }
    looking.step = 0;
  }

  private List<Lease> lease(DueIntents from) {
    return commit(() -> from.lease(destination, ALL, LIFE, SentFrom.LEASE));
  }

  private List<Lease> leaseInOrder() {
    return commit(() -> due.leaseInOrder(destination, ALL, LIFE, SentFrom.LEASE));
  }

  private void record(String key, Optional<String> orderKey) {
    Intent intent =
        new Intent(
            new Identity(destination.name(), key),
            new Intent.Address(destination, 0, orderKey),
            Headers.none(),
            Body.none());
    commit(
        () -> {
          table.insert(List.of(intent));
          return intent;
        });
  }

  private void age(String by) {
    server
        .postgres()
        .execute(
            "UPDATE semel_intent SET due_at = clock_timestamp() - interval '%s' WHERE destination = '%s'"
                .formatted(by, destination));
  }

  private <T> T commit(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Committed<T>) completion).value();
  }

  private <T> T discard(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.discard(act.get()));
    return ((Discarded<T>) completion).value();
  }
}
