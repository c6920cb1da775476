// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.Together;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What storing messages and working them off promises, whatever stands behind it. */
public abstract class StoredMessagesContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final Quota ALL = new Quota(100, 100);
  private static final Failure FAILURE = new Failure("K", "why", "K at com.shop.Orders.reserve");

  private final String consumer = "c-" + UUID.randomUUID();

  protected abstract Transactions transactions();

  protected abstract StoredMessages stored();

  protected abstract InboxStage stage(Identity identity);

  /** Writes a stage behind everybody's back. */
  protected abstract void force(Identity identity, InboxStage stage);

  /** Lets a lease run out, or a retry fall due. */
  protected abstract void expire(Identity identity);

  @Test
  void whatIsStoredComesBackByteForByte() {
    Message message =
        new Message(
            Headers.of(Map.of("a", "ü", "b", 7L)),
            Body.bytes(new byte[] {0, 1, (byte) 0xFF}, "x/y"),
            Messages.origin(3));
    commit(() -> stored().store(List.of(new InboxEntry(identity("1"), message))));
    LeasedMessage leased = only(lease());
    assertThat(leased.identity()).isEqualTo(identity("1"));
    assertThat(leased.message()).isEqualTo(message);
    assertThat(leased.history())
        .isEqualTo(new LeasedMessage.AttemptHistory(0, 0, Optional.empty(), Optional.empty()));
  }

  @Test
  void whatIsThereAlreadyIsAbsorbedInOneBatchAndAcrossBatches() {
    assertThat(store("1", "2", "1")).containsExactlyInAnyOrder(identity("1"), identity("2"));
    assertThat(store("2", "3")).containsExactly(identity("3"));
    assertThat(lease()).hasSize(3);
  }

  @Test
  void aRollBackStoresNothing() {
    transactions().inNew(TIMEOUT, () -> Decision.discard(stored().store(List.of(stored("1")))));
    assertThat(lease()).isEmpty();
  }

  @Test
  void aLeasedMessageIsNobodyElses() {
    store("1");
    assertThat(lease()).hasSize(1);
    assertThat(lease()).isEmpty();
  }

  @Test
  void anotherConsumersMessagesAreNotTaken() {
    store("1");
    assertThat(commit(() -> stored().lease(consumer + "-other", ALL, LIFE))).isEmpty();
  }

  @Test
  void aLeaseThatRanOutPassesToTheNextAndTheLateOneIsRefused() {
    store("1");
    LeasedMessage late = only(lease());
    expire(identity("1"));
    LeasedMessage next = only(lease());
    assertThat(next.token()).isGreaterThan(late.token());
    assertThat(next.history().lapses()).isEqualTo(1);
    assertThat(late.history().reclaimed()).isFalse();
    assertThat(next.history().reclaimed()).as("follows one that ran out").isTrue();
    Move tooLate = new Move(late, new StageChange.Completed());
    assertThat(move(tooLate)).containsExactly(tooLate);
    assertThat(commit(() -> stored().finish(late, progress("s"), LIFE))).isFalse();
    assertThat(stage(identity("1"))).isEqualTo(InboxStage.IN_PROGRESS);
    assertThat(move(new Move(next, new StageChange.Completed()))).isEmpty();
    assertThat(stage(identity("1"))).isEqualTo(InboxStage.COMPLETED);
  }

  @Test
  void aRenewedLeaseIsNotTakenOver() {
    store("1");
    LeasedMessage leased = only(lease());
    expire(identity("1"));
    renew(leased);
    assertThat(lease()).isEmpty();
  }

  @Test
  void whoLostHisLeaseCannotRenewIt() {
    store("1");
    LeasedMessage late = only(lease());
    expire(identity("1"));
    lease();
    expire(identity("1"));
    renew(late);
    assertThat(lease()).hasSize(1);
  }

  @Test
  void whoEndsAMessageWaitsForTheOneWhoRenewsItsLease() throws Exception {
    store("1");
    LeasedMessage leased = only(lease());
    CountDownLatch renewed = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Void> renewal =
        CompletableFuture.runAsync(() -> renewAndHold(leased, renewed, release));
    renewed.await();
    CompletableFuture<List<Move>> refused = new CompletableFuture<>();
    Thread mover =
        new Thread(() -> refused.complete(move(new Move(leased, new StageChange.Completed()))));
    mover.start();
    await("who ends it waits, or is through")
        .until(() -> Together.waits(mover) || refused.isDone());
    release.countDown();
    renewal.get(3, TimeUnit.MINUTES);
    assertThat(refused.get(3, TimeUnit.MINUTES)).isEmpty();
    assertThat(stage(identity("1"))).isEqualTo(InboxStage.COMPLETED);
  }

  private void renewAndHold(LeasedMessage leased, CountDownLatch renewed, CountDownLatch release) {
    commit(
        () -> {
          stored().renew(List.of(leased), LIFE);
          renewed.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return leased;
        });
  }

  @Test
  void aFailedOneIsTriedWhenItIsDueAndNotBefore() {
    store("1");
    move(new Move(only(lease()), new StageChange.RetryAfter(LIFE, FAILURE)));
    assertThat(lease()).isEmpty();
    expire(identity("1"));
    assertThat(only(lease()).history().failures()).isEqualTo(1);
  }

  @Test
  void ofRetriesNoMoreAreTakenThanAsked() {
    store("1", "2", "3");
    lease().forEach(one -> move(new Move(one, new StageChange.RetryAfter(Duration.ZERO, FAILURE))));
    store("4", "5");
    assertThat(commit(() -> stored().lease(consumer, new Quota(1, 0), LIFE))).hasSize(1);
    assertThat(commit(() -> stored().lease(consumer, new Quota(10, 2), LIFE))).hasSize(3);
    assertThat(only(lease()).history().failures()).isEqualTo(1);
  }

  @Test
  void noFurtherOneIsTakenOnceTheBodiesAreLargeEnoughBeItFreshOrNot() {
    store("1");
    move(new Move(only(lease()), new StageChange.RetryAfter(Duration.ZERO, FAILURE)));
    store("2", "3"); // of four bytes each
    assertThat(commit(() -> stored().lease(consumer, new Quota(10, 10, 5), LIFE))).hasSize(2);
    assertThat(commit(() -> stored().lease(consumer, new Quota(10, 10, 1), LIFE))).hasSize(1);
  }

  @Test
  void whatIsGivenBackIsNobodysFault() {
    store("1");
    move(new Move(only(lease()), new StageChange.GivenBack()));
    LeasedMessage.AttemptHistory history = only(lease()).history();
    assertThat(history.failures()).isZero();
    assertThat(history.lapses()).isZero();
  }

  @Test
  void whatIsGivenBackComesAgainInTheOrderInWhichItIs() {
    store(IntStream.range(0, 9).mapToObj(Integer::toString).toArray(String[]::new));
    List<LeasedMessage> leased = new ArrayList<>(lease());
    Collections.shuffle(leased, new Random(20_261_126));
    List<Move> moves =
        leased.stream().map(one -> new Move(one, new StageChange.GivenBack())).toList();
    assertThat(commit(() -> stored().move(moves))).isEmpty();
    assertThat(lease())
        .extracting(LeasedMessage::identity)
        .containsExactlyElementsOf(leased.stream().map(LeasedMessage::identity).toList());
  }

  @Test
  void whatWasStoppedAloneIsDueAtOnceAndHasLapsed() {
    store("1");
    move(new Move(only(lease()), new StageChange.Stopped()));
    LeasedMessage.AttemptHistory history = only(lease()).history();
    assertThat(history.failures()).isZero();
    assertThat(history.lapses()).isEqualTo(1);
  }

  @Test
  void whatFailedForGoodIsParkedWithItsReasonAndCanBeReleased() {
    store("1");
    ParkingReason reason = ParkingReason.ATTEMPTS_EXHAUSTED;
    move(new Move(only(lease()), new StageChange.FailedForGood(reason, FAILURE)));
    assertThat(lease()).isEmpty();
    List<LeasedMessage> parked =
        commit(
            () -> {
              List<LeasedMessage> failed = stored().failedForGood(consumer, 10);
              stored()
                  .move(failed.stream().map(f -> new Move(f, new StageChange.Parked())).toList());
              return failed;
            });
    assertThat(only(parked).history().verdict()).contains(new Verdict(reason, FAILURE));
    assertThat(stage(identity("1"))).isEqualTo(InboxStage.PARKED);
    assertThat(commit(() -> stored().failedForGood(consumer, 10))).isEmpty();
    LeasedMessage found = commit(() -> stored().find(identity("1"))).orElseThrow().leased();
    assertThat(move(new Move(found, new StageChange.Released()))).isEmpty();
    assertThat(only(lease()).history().failures()).isZero();
  }

  /** So that one for which the memory is too small is in nobody's way. */
  @Test
  void ofThoseThatFailedForGoodTheSmallestComesFirst() {
    List.of(50, 25, 16).forEach(this::storeOfSize);
    StageChange failed = new StageChange.FailedForGood(ParkingReason.ATTEMPTS_EXHAUSTED, FAILURE);
    lease().forEach(one -> move(new Move(one, failed)));
    List<LeasedMessage> first = commit(() -> stored().failedForGood(consumer, 1));
    assertThat(only(first).message().body().size()).isEqualTo(16);
    assertThat(commit(() -> stored().failedForGood(consumer, 10)))
        .extracting(one -> one.message().body().size())
        .containsExactly(16, 25, 50);
  }

  @Test
  void whatAStepLeftComesBackUntilTheMessageIsCompleted() {
    store("1");
    LeasedMessage first = only(lease());
    assertThat(commit(() -> stored().finish(first, progress("one"), LIFE))).isTrue();
    assertThat(commit(() -> stored().finish(first, progress("two"), LIFE))).isTrue();
    expire(identity("1"));
    LeasedMessage second = only(lease());
    assertThat(second.history().progress()).contains(progress("two"));
    assertThat(move(new Move(second, new StageChange.Completed()))).isEmpty();
  }

  @Test
  void aStepOfATransactionThatRolledBackIsNotFinished() {
    store("1");
    LeasedMessage first = only(lease());
    transactions()
        .inNew(TIMEOUT, () -> Decision.discard(stored().finish(first, progress("one"), LIFE)));
    expire(identity("1"));
    assertThat(only(lease()).history().progress()).isEmpty();
  }

  static Stream<Arguments> allPairs() {
    return Stream.of(InboxStage.values())
        .flatMap(from -> changes().map(change -> Arguments.of(from, change)));
  }

  private static Stream<StageChange> changes() {
    return Stream.of(
        new StageChange.Leased(LIFE),
        new StageChange.Completed(),
        new StageChange.GivenBack(),
        new StageChange.RetryAfter(LIFE, FAILURE),
        new StageChange.FailedForGood(ParkingReason.ATTEMPTS_EXHAUSTED, FAILURE),
        new StageChange.Parked());
  }

  /** Endings lead to every stage there is, so that these are all pairs. */
  @ParameterizedTest
  @MethodSource("allPairs")
  void onlyWhatTheStageAllowsIsWritten(InboxStage from, StageChange change) {
    assertThat(changes().map(StageChange::stage)).containsExactlyInAnyOrder(InboxStage.values());
    store("1");
    LeasedMessage leased = only(lease());
    force(identity("1"), from);
    List<Move> refused = move(new Move(leased, change));
    if (from.mayBecome(change.stage())) {
      assertThat(refused).isEmpty();
      assertThat(stage(identity("1"))).isEqualTo(change.stage());
    } else {
      assertThat(refused).hasSize(1);
      assertThat(stage(identity("1"))).isEqualTo(from);
    }
  }

  @Test
  void manyWorkersShareTheWorkAndNoMessageIsTakenTwice() {
    int messages = 200;
    store(IntStream.range(0, messages).mapToObj(i -> "k" + i).toArray(String[]::new));
    List<Identity> completed = Collections.synchronizedList(new ArrayList<>());
    int done = Together.call(8, i -> work(completed)).stream().mapToInt(Integer::intValue).sum();
    assertThat(done).isEqualTo(messages);
    assertThat(completed).hasSize(messages).doesNotHaveDuplicates();
  }

  /** Until there is nothing more; how many it was. */
  private int work(List<Identity> completed) {
    int done = 0;
    Quota few = new Quota(7, 0);
    List<LeasedMessage> leased = commit(() -> stored().lease(consumer, few, LIFE));
    while (!leased.isEmpty()) {
      for (LeasedMessage one : leased) {
        assertThat(move(new Move(one, new StageChange.Completed()))).isEmpty();
        completed.add(one.identity());
        done++;
      }
      leased = commit(() -> stored().lease(consumer, few, LIFE));
    }
    return done;
  }

  private Identity identity(String key) {
    return new Identity(consumer, key);
  }

  private InboxEntry stored(String key) {
    return new InboxEntry(identity(key), Messages.keyed(key, "body", 1));
  }

  private static RouteProgress progress(String step) {
    return new RouteProgress(
        step,
        Body.stored(Body.Form.TEXT, new byte[] {65}, "text/plain"),
        Headers.of(Map.of("h.x", 1L)));
  }

  private Set<Identity> store(String... keys) {
    return commit(() -> stored().store(Stream.of(keys).map(this::stored).toList()));
  }

  private void storeOfSize(int bytes) {
    Identity identity = identity(Integer.toString(bytes));
    commit(
        () -> stored().store(List.of(new InboxEntry(identity, Messages.text("x".repeat(bytes))))));
  }

  private List<LeasedMessage> lease() {
    return commit(() -> stored().lease(consumer, ALL, LIFE));
  }

  private void renew(LeasedMessage leased) {
    commit(
        () -> {
          stored().renew(List.of(leased), LIFE);
          return leased;
        });
  }

  private List<Move> move(Move move) {
    return commit(() -> stored().move(List.of(move)));
  }

  private static LeasedMessage only(List<LeasedMessage> leased) {
    assertThat(leased).hasSize(1);
    return leased.get(0);
  }

  private <T> T commit(Supplier<T> work) {
    var completion = transactions().inNew(TIMEOUT, () -> Decision.commit(work.get()));
    assertThat(completion).isNotInstanceOf(Discarded.class).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
