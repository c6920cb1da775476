// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.fake.FakeSource;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.ParkingReason;
import org.semel.small.Proxied;

/** What a batch learns for the next, and what its worker gives back. */
class LearningBatchTest implements MessageSource {

  private static final Duration WAIT = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final World world = new World();
  private final FakeSource queue = new FakeSource(world.transactions);
  private final AtomicLong now = new AtomicLong();
  private final BatchLimit most = new BatchLimit(10, 1000);
  private final WorkersState shared =
      new WorkersState(
          new BatchSize(most, TIMEOUT, now::get),
          new OutageCircuit(2, new Backoff(WAIT, WAIT), TIMEOUT, now::get));
  private final Receiver receiver =
      new Receiver(
          world.policy(10),
          LearningBatchTest::identify,
          new ReceiverStores(world.inbox, world.attempts, world.parking, world.intents),
          (message, identity) -> route(identity));
  private final ReceiveBatch batch =
      new ReceiveBatch(world.policy(10), receiver, this, world.transactions, world.faults, shared);
  private final List<String> told = new ArrayList<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answer = new CountDownLatch(1);
  private boolean failing;

  @Test
  void afterSoManyStopsInARowNothingIsTakenUntilTheTimeIsOver() {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    int received = queue.received();
    assertThat(batch.run(most))
        .isInstanceOfSatisfying(
            BatchResult.Withheld.class,
            withheld -> assertThat(withheld.pause()).isBetween(Duration.ofMillis(1), WAIT));
    assertThat(queue.received()).isEqualTo(received);
  }

  @Test
  void whoTriedInVainMayTryAgainTheNextTime() {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    for (int i = 0; i < 3; i++) {
      now.addAndGet(WAIT.toNanos());
      stop(1);
      assertThat(batch.run(most)).isInstanceOf(BatchResult.Withheld.class);
    }
  }

  /** The broker puts what is rolled back in front of the queue again, what has taken effect too. */
  @Test
  void whatNothingIsAwayForTakesEffectThoughMoreThanABatchOfStoppedOnesStandsBeforeIt() {
    for (int i = 0; i < 3 * most.messages(); i++) {
      queue.add(keyed("passing" + i, "a", 1));
    }
    for (int i = 0; i < 9 * most.messages(); i++) {
      queue.add(keyed("healthy" + i, "a", 1));
    }
    for (int pass = 0; pass < 100; pass++) {
      now.addAndGet(WAIT.toNanos());
      worksOff();
    }
    assertThat(IntStream.range(0, 9 * most.messages()).mapToObj(i -> "healthy" + i))
        .allMatch(key -> world.inbox.claimed(world.identity(key)));
  }

  private void stop(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(batch.run(most)).isInstanceOf(BatchResult.TransientFault.class);
    }
  }

  /** One that delivers and lets no receipt commit is asked no faster than one that is away. */
  @Test
  void afterSoManyAcknowledgementsThatFailNothingIsTakenUntilTheTimeIsOver() {
    queue.unacknowledged(Optional.of(new World.Passing()));
    queue.add(keyed("1", "a", 1));
    for (int i = 0; i < 2; i++) {
      assertThat(batch.run(most)).isInstanceOf(BatchResult.Unacknowledged.class);
    }
    assertThat(batch.run(most)).isInstanceOf(BatchResult.Withheld.class);
    queue.unacknowledged(Optional.empty());
    now.addAndGet(WAIT.toNanos());
    assertThat(batch.run(most)).isInstanceOf(BatchResult.BatchCommitted.class);
    assertThat(queue.size()).isZero();
  }

  /** Else all wait for its try of the circuit, and nobody else makes one. */
  @Test
  void whoTriesInVainLeavesThoughItsSourceFails() {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    now.addAndGet(WAIT.toNanos());
    failing = true;
    assertThatThrownBy(() -> batch.run(most)).hasMessage("the source is broken");
    failing = false;
    now.addAndGet(WAIT.toNanos());
    stop(1);
  }

  /** As in a call without a time-out, to a service that is well again but owes this answer. */
  @Test
  void whoHangsInItsTryHoldsUpTheOthersForATransactionsTimeOnly() throws InterruptedException {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    now.addAndGet(WAIT.toNanos());
    Thread hung = new Thread(this::hang);
    hung.start();
    asked.await();
    queue.add(keyed("1", "a", 1));
    assertThat(batch.run(most)).isInstanceOf(BatchResult.Withheld.class);
    for (int i = 0; i < 2; i++) {
      now.addAndGet(TIMEOUT.toNanos());
      worksOff();
    }
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    answer.countDown();
    hung.join();
  }

  private void hang() {
    FakeSource own = new FakeSource(world.transactions);
    own.add(keyed("hanging", "a", 1));
    new ReceiveBatch(world.policy(10), receiver, own, world.transactions, world.faults, shared)
        .run(most);
  }

  @Test
  void oneThatWasDeliveredVeryOftenAndEndsItsServerIsKnownByThat() {
    queue.add(keyed("deadly", "a", 3));
    for (int life = 0; life < 2; life++) {
      assertThatThrownBy(() -> batch.run(most)).isInstanceOf(UnknownError.class);
    }
    assertThat(failures("deadly").stops()).isEqualTo(1);
  }

  @Test
  void besideOneThatIsStoppedAloneAllOthersTakeEffectAloneInTheSamePass() {
    suspect("passing");
    queue.add(keyed("1", "a", 2), keyed("passing", "a", 2), keyed("3", "a", 2));
    assertThat(batch.run(most))
        .isInstanceOfSatisfying(
            BatchResult.Aborted.class, aborted -> assertThat(aborted.receipts()).hasSize(2));
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    assertThat(world.inbox.claimed(world.identity("3"))).isTrue();
  }

  /** As a function of the application's own may end, where a class is missing. */
  @ParameterizedTest
  @ValueSource(strings = {"linkage", "internal"})
  void besideOneWhoseIdentificationEndsInAnErrorAllOthersTakeEffect(String key) {
    queue.add(keyed("1", "a", 1), keyed("2", "a", 1), keyed(key, "a", 1));
    for (int i = 0; i < 20; i++) {
      now.addAndGet(WAIT.toNanos());
      worksOff();
    }
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    assertThat(world.inbox.claimed(world.identity("2"))).isTrue();
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(parked -> parked.verdict().reason())
        .isEqualTo(ParkingReason.UNREADABLE);
    assertThat(queue.size()).isZero();
  }

  /** It is taken with others again and again, to see whether these are stopped as well. */
  @Test
  void besideOneThatLastsTooLongAfterSomethingWasStoppedAllOthersTakeEffect() {
    ReceiveBatch patient = patientBatch();
    shared.outage().stopped();
    queue.add(keyed("slow", "a", 1), keyed("1", "a", 1));
    for (int i = 0; i < 20; i++) {
      now.addAndGet(WAIT.toNanos());
      patient.run(patient.limit());
    }
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(parked -> parked.verdict().reason())
        .isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  /** Of a policy that handles nothing alone for its deliveries, in transactions that know why. */
  private ReceiveBatch patientBatch() {
    ConsumerPolicy usual = world.policy(10);
    ConsumerPolicy patient =
        new ConsumerPolicy(
            usual.name(),
            usual.feed(),
            usual.reading(),
            usual.concurrency(),
            new AttemptLimits(3, 1_000));
    Transactions telling =
        Proxied.as(
            Transactions.class,
            (method, arguments) -> overtime(Proxied.call(world.transactions, method, arguments)));
    return new ReceiveBatch(patient, receiver, this, telling, world.faults, shared);
  }

  private static @Nullable Object overtime(@Nullable Object answer) {
    return answer instanceof RolledBack<?> failed
            && HandlingFailed.failure(failed.cause()) instanceof TransactionTimedOut
        ? new RolledBack<>(During.OVERTIME, failed.cause())
        : answer;
  }

  private void worksOff() {
    try {
      batch.run(batch.limit());
    } catch (LinkageError | InternalError e) { // would end the virtual machine of the tests
      throw new AssertionError("it escapes, and nothing has been learnt", e);
    }
  }

  private static Identification identify(Message message) {
    switch (message.headers().text("key").orElse("")) {
      case "linkage" -> throw new NoClassDefFoundError("of a library");
      case "internal" -> throw new InternalError("no font");
      default -> {}
    }
    return IdentityRules.header("key").identify(message);
  }

  @Test
  void whatItHoldsIsGivenBackByItsSource() {
    batch.rest();
    assertThat(told).containsExactly("rests");
    batch.close();
    assertThat(told).containsExactly("rests", "closes");
  }

  private void suspect(String key) {
    receiver
        .offer(keyed(key, "a", 1))
        .ifPresent(
            offer ->
                world.transactions.inNew(
                    Duration.ofSeconds(1),
                    () -> {
                      world.attempts.suspect(List.of(offer), new Failure("x", "y"));
                      return Decision.commit("");
                    }));
  }

  private Failures failures(String key) {
    return world.attempts.of(List.of(world.identity(key))).get(world.identity(key));
  }

  private void route(Identity identity) {
    switch (identity.key().replaceAll("[0-9]+$", "")) {
      case "hanging" -> awaitAnswer();
      case "passing" -> throw new World.Passing();
      case "slow" -> throw new TransactionTimedOut();
      case "deadly" -> throw new UnknownError("the end of the virtual machine");
      default -> {}
    }
  }

  private void awaitAnswer() {
    asked.countDown();
    try {
      answer.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public List<Arrival> receive(BatchLimit limit, Duration wait) {
    return queue.receive(limit, wait);
  }

  @Override
  public Optional<Exception> ended(Outcome end) {
    Optional<Exception> fault = queue.ended(end);
    if (failing) {
      throw new IllegalStateException("the source is broken");
    }
    return fault;
  }

  @Override
  public void rest() {
    told.add("rests");
  }

  @Override
  public void close() {
    told.add("closes");
  }
}
