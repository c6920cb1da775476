// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.internal.engine.tx.Transactions;
import org.semel.matrix.Shows;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What recording, leasing and settling promise, whatever stands behind them. */
public abstract class IntentsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration AT_ONCE = Duration.ZERO;

  private final Destination destination = new Destination("d-" + UUID.randomUUID());

  protected abstract Transactions transactions();

  protected abstract Intents intents();

  protected abstract IntentQueue queue();

  @Test
  void anIntentExistsOnceItsTransactionHasCommitted() {
    record(intent("1"));
    assertThat(lease(10, LONG)).extracting(Lease::intent).containsExactly(intent("1"));
  }

  @Test
  @Shows("R1 none")
  void anIntentOfATransactionThatRolledBackDoesNotExist() {
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              intents().record(intent("1"));
              intents().flush();
              return Decision.discard("");
            });
    assertThat(lease(10, LONG)).isEmpty();
  }

  @Test
  void withoutATransactionNothingIsRecorded() {
    assertThatThrownBy(() -> intents().record(intent("1")))
        .isInstanceOf(NoTransaction.class)
        .hasMessageContaining("SEMEL-0201")
        .hasMessageContaining(destination.name());
    assertThat(lease(10, LONG)).isEmpty();
  }

  @Test
  void inATransactionThatIsBoundToRollBackNothingIsRecorded() {
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  transactions().rollbackOnly();
                  intents().record(intent("1"));
                  return Decision.commit("");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> assertThat(rolledBack.cause()).isInstanceOf(NoTransaction.class));
  }

  @Test
  void theSameKeyCannotBeRecordedTwice() {
    record(intent("1"));
    assertThat(tryToRecord(intent("1"))).isInstanceOf(RolledBack.class);
    assertThat(lease(10, LONG)).hasSize(1);
  }

  @Test
  @Shows("R9 none")
  void bytesHeadersAndTypesComeBackExactly() {
    byte[] body = {0, (byte) 0xFF, 'a', '\n', (byte) 0xC3, 0x28};
    Intent intent =
        new Intent(
            new Identity("c", "\"quoted\" ü"),
            new Intent.Address(destination, 3),
            Headers.of(
                Map.of("text", "ü \u0000", "int", 1, "long", 2L, "double", 1.5d, "truth", true)),
            Body.bytes(body, "application/octet-stream"));
    record(intent);
    assertThat(lease(1, LONG).get(0).intent()).isEqualTo(intent);
  }

  @Test
  void aLeasedIntentIsNobodyElses() {
    record(intent("1"));
    assertThat(lease(10, LONG)).hasSize(1);
    assertThat(lease(10, LONG)).isEmpty();
  }

  @Test
  void anotherDestinationsIntentsAreLeftAlone() {
    record(intent("1"));
    assertThat(commit(() -> queue().lease(new Destination("other"), 10, LONG))).isEmpty();
  }

  @Test
  void noMoreAreLeasedThanAskedFor() {
    IntStream.range(0, 7).forEach(i -> record(intent("k" + i)));
    assertThat(lease(3, LONG)).hasSize(3);
    assertThat(lease(10, LONG)).hasSize(4);
  }

  @Test
  void noFurtherOneIsLeasedOnceTheBodiesAreLargeEnough() {
    IntStream.range(0, 3).forEach(i -> record(intent("k" + i))); // of two bytes each
    assertThat(lease(new LeaseLimit(10, 1))).hasSize(1);
    assertThat(lease(new LeaseLimit(10, 3))).hasSize(2);
  }

  @Test
  void aDeliveredIntentIsDone() {
    record(intent("1"));
    assertThat(settle(lease(1, LONG).get(0), new Settlement.Delivered())).isEmpty();
    assertThat(lease(10, LONG)).isEmpty();
  }

  @Test
  void aParkedIntentIsNotLeasedAgain() {
    record(intent("1"));
    settle(
        lease(1, LONG).get(0), new Settlement.Parked(Settlement.IntentParkingReason.REFUSED, "no"));
    assertThat(lease(10, LONG)).isEmpty();
  }

  @Test
  void anIntentToBeTriedLaterIsNotDueBeforeAndRemembersItsFailures() {
    record(intent("1"));
    settle(lease(1, LONG).get(0), new Settlement.RetryAt(LONG, "away", Trace.NONE));
    assertThat(lease(10, LONG)).isEmpty();
    record(intent("2"));
    settle(lease(1, LONG).get(0), new Settlement.RetryAt(AT_ONCE, "away", Trace.NONE));
    Lease again = lease(1, LONG).get(0);
    assertThat(again.history().failures()).isEqualTo(1);
    assertThat(again.history().trace()).isEqualTo(Trace.NONE);
  }

  @Test
  void whatFailedForTheDestinationsSakeIsNoFailureOfTheIntent() {
    record(intent("1"));
    settle(
        lease(1, LONG).get(0),
        new Settlement.RetryAt(AT_ONCE, "away", Trace.POSSIBLE, FailureOf.DESTINATION));
    Lease again = lease(1, LONG).get(0);
    assertThat(again.history().failures()).isZero();
    assertThat(again.history().trace()).isEqualTo(Trace.POSSIBLE);
    settle(again, new Settlement.RetryAt(LONG, "away", Trace.NONE, FailureOf.DESTINATION));
    assertThat(lease(1, LONG)).as("not before").isEmpty();
  }

  @Test
  void whoHasBeenDueForLongestIsLeasedFirst() {
    Intent first = intent("1");
    Intent second = intent("2");
    record(first);
    record(second);
    settle(lease(1, LONG).get(0), new Settlement.NotBegun());
    assertThat(lease(1, LONG)).extracting(Lease::intent).containsExactly(second);
    assertThat(lease(1, LONG)).extracting(Lease::intent).containsExactly(first);
  }

  @Test
  void areleasedIntentIsAsItWas() {
    record(intent("1"));
    settle(lease(1, LONG).get(0), new Settlement.NotBegun());
    assertThat(lease(1, LONG).get(0).history().failures()).isZero();
  }

  @Test
  @Shows("R2 server")
  void aLeaseThatRanOutPassesToTheNextWhoLearnsOfIt() {
    record(intent("1"));
    Lease first = lease(1, AT_ONCE).get(0);
    assertThat(first.history().trace()).isEqualTo(Trace.NONE);
    assertThat(first.history().keyAge()).isZero();
    Lease second = await().until(() -> lease(1, LONG), leases -> !leases.isEmpty()).get(0);
    assertThat(second.history().trace()).isEqualTo(Trace.POSSIBLE);
    assertThat(second.token()).isGreaterThan(first.token());
  }

  @Test
  @Shows("R12 server")
  void whatWasLeasedToBeMarkedAndIsNotMarkedWasNotSent() {
    record(intent("1"));
    leaseToMark(AT_ONCE);
    assertThat(leaseToMark(LONG).history().trace()).isEqualTo(Trace.NONE);
  }

  @Test
  @Shows("R2 server")
  void whatIsMarkedMayHaveBeenSent() {
    record(intent("1"));
    Lease first = leaseToMark(LONG);
    assertThat(markSent(first, AT_ONCE)).isTrue();
    assertThat(leaseToMark(LONG).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void aMarkKeepsTheLeaseForAsLongAgain() {
    record(intent("1"));
    Lease first = leaseToMark(AT_ONCE);
    assertThat(markSent(first, LONG)).as("though it has run out").isTrue();
    assertThat(lease(1, LONG)).isEmpty();
  }

  @Test
  void whatBecameOfItCountsMoreThanTheMark() {
    record(intent("1"));
    Lease first = leaseToMark(LONG);
    markSent(first, LONG);
    settle(first, new Settlement.RetryAt(AT_ONCE, "away", Trace.NONE));
    Lease second = leaseToMark(LONG);
    assertThat(second.history().trace()).isEqualTo(Trace.NONE);
    markSent(second, LONG);
    settle(second, new Settlement.NotBegun());
    assertThat(leaseToMark(LONG).history().trace()).isEqualTo(Trace.NONE);
  }

  @Test
  void whatIsGivenBackForLaterIsNotDueBefore() {
    record(intent("1"));
    settle(leaseToMark(LONG), new Settlement.NotBegun(LONG));
    assertThat(lease(1, LONG)).isEmpty();
  }

  @Test
  void whatWasPossibleBeforeStaysSoWithoutAMark() {
    record(intent("1"));
    settle(leaseToMark(LONG), new Settlement.RetryAt(AT_ONCE, "timed out", Trace.POSSIBLE));
    settle(leaseToMark(LONG), new Settlement.NotBegun());
    assertThat(leaseToMark(LONG).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void aLeaseThatPassedOnCannotBeMarked() {
    record(intent("1"));
    Lease first = leaseToMark(AT_ONCE);
    Lease second = leaseToMark(AT_ONCE);
    assertThat(markSent(first, LONG)).isFalse();
    assertThat(markSent(second, LONG)).isTrue();
    settle(second, new Settlement.Delivered());
    assertThat(markSent(second, LONG)).as("what is settled").isFalse();
  }

  /** A relay that stood still may have both in hand. */
  @Test
  void twoHoldersOfOneIntentAreToldApartThoughTheyMarkAndSettleTogether() {
    record(intent("1"));
    Lease first = leaseToMark(AT_ONCE);
    Lease second = leaseToMark(LONG);
    assertThat(commit(() -> queue().markSent(List.of(first, second), LONG)))
        .containsExactly(second);
    SettledLease late = new SettledLease(first, new Settlement.Delivered());
    SettledLease ours = new SettledLease(second, new Settlement.Delivered());
    assertThat(commit(() -> queue().settle(List.of(late, ours)))).containsExactly(late);
  }

  @Test
  void severalAreMarkedAtOnce() {
    IntStream.range(0, 3).forEach(i -> record(intent("k" + i)));
    List<Lease> leases =
        commit(() -> queue().lease(destination, new LeaseLimit(3), LONG, SentFrom.MARK));
    assertThat(commit(() -> queue().markSent(leases, AT_ONCE))).isEqualTo(leases);
    await("their leases have run out")
        .untilAsserted(
            () ->
                assertThat(lease(3, LONG))
                    .hasSize(3)
                    .allMatch(lease -> lease.history().trace() == Trace.POSSIBLE));
  }

  /** As when a destination's policy changes between two holders. */
  @Test
  void whoLeasesToMarkLearnsThatAnotherMayHaveSentFromItsLeaseOn() {
    record(intent("1"));
    lease(1, AT_ONCE);
    assertThat(leaseToMark(LONG).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  @Shows("R6 none")
  void anOutcomeThatWasUnknownOnceIsNotForgotten() {
    record(intent("1"));
    settle(lease(1, LONG).get(0), new Settlement.RetryAt(AT_ONCE, "timed out", Trace.POSSIBLE));
    settle(lease(1, LONG).get(0), new Settlement.RetryAt(AT_ONCE, "away", Trace.NONE));
    settle(lease(1, LONG).get(0), new Settlement.NotBegun());
    assertThat(lease(1, LONG).get(0).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  @Shows("R7 none")
  void theHolderOfALeaseThatPassedOnCannotSettle() {
    record(intent("1"));
    Lease first = lease(1, AT_ONCE).get(0);
    Lease second = await().until(() -> lease(1, LONG), leases -> !leases.isEmpty()).get(0);
    assertThat(settle(first, new Settlement.Delivered()))
        .containsExactly(new SettledLease(first, new Settlement.Delivered()));
    assertThat(settle(second, new Settlement.RetryAt(AT_ONCE, "away", Trace.NONE))).isEmpty();
    assertThat(lease(1, LONG)).hasSize(1);
  }

  @Test
  void aLeaseThatIsRenewedIsNobodyElses() {
    record(intent("1"));
    Lease lease = lease(1, AT_ONCE).get(0);
    assertThat(renew(lease)).as("though it has run out").isTrue();
    assertThat(lease(1, LONG)).isEmpty();
    assertThat(settle(lease, new Settlement.Delivered())).isEmpty();
    assertThat(renew(lease)).as("what is settled").isFalse();
  }

  @Test
  void aLeaseThatPassedOnCannotBeRenewed() {
    record(intent("1"));
    Lease first = lease(1, AT_ONCE).get(0);
    Lease second = await().until(() -> lease(1, AT_ONCE), leases -> !leases.isEmpty()).get(0);
    assertThat(renew(first)).isFalse();
    assertThat(renew(second)).isTrue();
  }

  private boolean renew(Lease lease) {
    return commit(() -> queue().renew(lease, LONG));
  }

  @Test
  void aSettledLeaseCannotBeSettledAgain() {
    record(intent("1"));
    Lease lease = lease(1, LONG).get(0);
    settle(lease, new Settlement.Delivered());
    assertThat(settle(lease, new Settlement.RetryAt(AT_ONCE, "late", Trace.NONE))).hasSize(1);
    assertThat(lease(1, LONG)).isEmpty();
  }

  /** As one does that never learned how its first transaction ended. */
  @Test
  void whoSettlesAgainWhatItHasSettledSoLearnsThatItIs() {
    for (Settlement settlement : settlements()) {
      Intent intent = intent(settlement.getClass().getSimpleName());
      record(intent);
      Lease lease = lease(1, LONG).get(0);
      assertThat(settle(lease, settlement)).isEmpty();
      assertThat(settle(lease, settlement)).as("%s again", settlement).isEmpty();
      assertThat(lease(1, LONG)).as("nothing is changed by that").isEmpty();
    }
  }

  private static List<Settlement> settlements() {
    return List.of(
        new Settlement.Delivered(),
        new Settlement.Parked(Settlement.IntentParkingReason.REFUSED, "no"),
        new Settlement.RetryAt(LONG, "away", Trace.NONE),
        new Settlement.NotBegun(LONG));
  }

  @Test
  void aLeaseIsOursUntilItIsSettledOrHasPassedOn() {
    record(intent("1"));
    Lease first = leaseToMark(AT_ONCE);
    assertThat(ours(first)).as("though it has run out").isTrue();
    Lease second = leaseToMark(LONG);
    assertThat(List.of(ours(first), ours(second))).containsExactly(false, true);
    settle(second, new Settlement.RetryAt(AT_ONCE, "away", Trace.NONE));
    assertThat(ours(second)).isFalse();
  }

  private boolean ours(Lease lease) {
    List<SettledLease> asked = List.of(new SettledLease(lease, new Settlement.Delivered()));
    return commit(() -> queue().stillOurs(asked)).equals(asked);
  }

  @Test
  void whatAnotherHolderHasSettledInTheSameWayWasNotOurs() {
    record(intent("1"));
    Lease first = leaseToMark(AT_ONCE);
    settle(leaseToMark(LONG), new Settlement.Delivered());
    assertThat(settle(first, new Settlement.Delivered())).hasSize(1);
  }

  /** Neither the one that was recorded early and commits late is skipped, nor any leased twice. */
  @Test
  @Shows("R11 none")
  void manyRelaysShareTheWorkAndNoIntentIsLeasedTwice() {
    int relays = 8;
    CountDownLatch recorded = new CountDownLatch(1);
    CountDownLatch commit = new CountDownLatch(1);
    CyclicBarrier together = new CyclicBarrier(relays);
    AtomicBoolean over = new AtomicBoolean();
    Queue<UUID> leased = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      CompletableFuture<Void> late =
          CompletableFuture.runAsync(() -> recordLate(200, recorded, commit), threads);
      await().until(() -> recorded.getCount() == 0);
      record(200, 500);
      List<CompletableFuture<Void>> work =
          IntStream.range(0, relays)
              .mapToObj(i -> run(() -> leaseUntil(over, together, leased), threads))
              .toList();
      await("those that have committed").until(() -> leased.size() == 300);
      assertThat(late).as("recorded before them").isNotDone();
      commit.countDown();
      await("and those that did so later").until(() -> leased.size() == 500);
      over.set(true);
      work.forEach(CompletableFuture::join);
      late.join();
    } finally {
      over.set(true);
      commit.countDown();
      threads.shutdownNow();
    }
    assertThat(leased).hasSize(500).doesNotHaveDuplicates();
    assertThat(lease(500, LONG)).isEmpty();
  }

  private static CompletableFuture<Void> run(Runnable act, ExecutorService threads) {
    return CompletableFuture.runAsync(act, threads);
  }

  private void leaseUntil(AtomicBoolean over, CyclicBarrier together, Queue<UUID> leased) {
    meet(together);
    while (!over.get()) {
      lease(7, LONG).forEach(lease -> leased.add(lease.intent().key()));
    }
  }

  private void record(int from, int to) {
    commit(
        () -> {
          IntStream.range(from, to).forEach(i -> intents().record(intent("k" + i)));
          return "";
        });
  }

  private void recordLate(int count, CountDownLatch recorded, CountDownLatch commit) {
    commit(
        () -> {
          IntStream.range(0, count).forEach(i -> intents().record(intent("k" + i)));
          intents().flush();
          recorded.countDown();
          return awaitIt(commit);
        });
  }

  private static boolean awaitIt(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void meet(CyclicBarrier all) {
    try {
      all.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("alone", e);
    }
  }

  @Test
  void theLongestDueIsLeasedFirst() {
    List.of("a", "b", "c").forEach(key -> record(intent(key)));
    Map<String, Lease> leases = new HashMap<>();
    lease(3, LONG).forEach(lease -> leases.put(lease.intent().cause().key(), lease));
    List<SettledLease> all =
        List.of(
            new SettledLease(leases.get("a"), dueSince(Duration.ofMillis(100))),
            new SettledLease(leases.get("b"), dueSince(Duration.ofMillis(300))),
            new SettledLease(leases.get("c"), dueSince(Duration.ofMillis(200))));
    assertThat(commit(() -> queue().settle(all))).isEmpty();
    assertThat(IntStream.range(0, 3).mapToObj(i -> leaseByWhateverPlan()))
        .extracting(lease -> lease.intent().cause().key())
        .containsExactly("b", "c", "a");
  }

  /** Less than a second ago: each look goes back so far. */
  private static Settlement dueSince(Duration age) {
    return new Settlement.RetryAt(age.negated(), "away", Trace.NONE);
  }

  private Lease leaseByWhateverPlan() {
    return commit(
            () -> {
              forbidIndexes();
              return queue().lease(destination, 1, LONG);
            })
        .get(0);
  }

  /**
   * In the caller's transaction, where there are any: they might give the right order by chance.
   */
  protected void forbidIndexes() {}

  @Test
  void theKeysAgeIsCountedFromTheFirstLease() {
    record(intent("1"));
    await("a second, which no lease of many lasts")
        .until(() -> failAtOnce().keyAge(), age -> age.compareTo(Duration.ofSeconds(1)) >= 0);
  }

  @Test
  void aKeyThatIsLeasedAndNotSentHasNoAge() {
    record(intent("1"));
    for (int i = 0; i < 50; i++) { // in which time passes
      Lease lease = lease(1, LONG).get(0);
      assertThat(lease.history().keyAge()).isZero();
      settle(lease, new Settlement.NotBegun());
    }
  }

  @Test
  void whatTheLastDeliveryCameToIsToldUntilThereIsAnother() {
    record(intent("1"));
    assertThat(failAtOnce().lastFailure()).isEmpty();
    Lease lease = lease(1, LONG).get(0);
    assertThat(lease.history().lastFailure()).contains("away");
    settle(lease, new Settlement.NotBegun());
    lease = lease(1, LONG).get(0);
    assertThat(lease.history().lastFailure()).as("nothing was sent since").contains("away");
    settle(lease, new Settlement.RetryAt(AT_ONCE, "status 403", Trace.NONE));
    assertThat(lease(1, LONG).get(0).history().lastFailure()).contains("status 403");
  }

  @Test
  void aKeyThatMayHaveBeenSentAgesThoughTheNextLeaseComesToNothing() {
    record(intent("1"));
    failAtOnce();
    settle(lease(1, LONG).get(0), new Settlement.NotBegun());
    assertThat(lease(1, LONG).get(0).history().keyAge()).isPositive();
  }

  private Lease.DeliveryHistory failAtOnce() {
    Lease lease = lease(1, LONG).get(0);
    settle(lease, new Settlement.RetryAt(AT_ONCE, "away", Trace.NONE));
    return lease.history();
  }

  private Intent intent(String key) {
    return intent(key, "{}");
  }

  private Intent intent(String key, String json) {
    return new Intent(
        new Identity("c", key),
        new Intent.Address(destination, 0),
        Headers.of(Map.of("traceparent", "00-1-2-01")),
        Body.bytes(json.getBytes(StandardCharsets.UTF_8), "application/json"));
  }

  private void record(Intent intent) {
    assertThat(tryToRecord(intent)).isInstanceOf(Committed.class);
  }

  private Completion<String> tryToRecord(Intent intent) {
    return transactions()
        .inNew(
            TIMEOUT,
            () -> {
              intents().record(intent);
              return Decision.commit("");
            });
  }

  private List<Lease> lease(int most, Duration life) {
    return commit(() -> queue().lease(destination, most, life));
  }

  private List<Lease> lease(LeaseLimit most) {
    return commit(() -> queue().lease(destination, most, LONG, SentFrom.LEASE));
  }

  private Lease leaseToMark(Duration life) {
    LeaseLimit one = new LeaseLimit(1);
    return await()
        .until(
            () -> commit(() -> queue().lease(destination, one, life, SentFrom.MARK)),
            leases -> !leases.isEmpty())
        .get(0);
  }

  private boolean markSent(Lease lease, Duration life) {
    return commit(() -> queue().markSent(List.of(lease), life)).equals(List.of(lease));
  }

  private List<SettledLease> settle(Lease lease, Settlement settlement) {
    return commit(() -> queue().settle(List.of(new SettledLease(lease, settlement))));
  }

  private <T> T commit(java.util.function.Supplier<T> work) {
    Completion<T> completion = transactions().inNew(TIMEOUT, () -> Decision.commit(work.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
