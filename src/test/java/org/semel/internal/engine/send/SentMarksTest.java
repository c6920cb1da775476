// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

class SentMarksTest {

  private static final Duration LIFE = Duration.ofSeconds(60);
  private static final Lease ONE = lease(1);
  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private final Queue<List<Lease>> batches = new ConcurrentLinkedQueue<>();
  private final Queue<Object> answers = new ConcurrentLinkedQueue<>();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CountDownLatch forEver = new CountDownLatch(1);
  private volatile Function<List<Lease>, Completion<List<Lease>>> transaction = Committed::new;
  private final AtomicLong now = new AtomicLong();
  private final SentMarks marks = new SentMarks(this::marked, LIFE, now::get);

  @Test
  void whatIsNotAmongThoseThatAreMarkedIsNot() {
    assertThat(marks.mark(ONE)).isTrue();
    transaction = leases -> new Committed<>(List.of());
    assertThat(marks.mark(ONE)).isFalse();
  }

  /** Half of its lease: another relay might have it before the provider has the intent. */
  @Test
  void aMarkThatTakesTooLongIsNone() {
    transaction = leases -> after(LIFE.dividedBy(2).toNanos(), leases);
    assertThat(marks.mark(ONE)).isTrue();
    transaction = leases -> after(LIFE.dividedBy(2).toNanos() + 1, leases);
    assertThatThrownBy(() -> marks.mark(ONE)).hasMessageContaining("half of its lease");
  }

  @Test
  void aFaultIsToldAndTheNextOneMarksAgain() {
    transaction = leases -> new RolledBack<>(During.BEGIN, new IllegalStateException("away"));
    assertThatThrownBy(() -> marks.mark(ONE)).hasRootCauseMessage("away");
    transaction = leases -> new Unknown<>(new IllegalStateException("no answer"));
    assertThatThrownBy(() -> marks.mark(ONE)).hasRootCauseMessage("no answer");
    transaction =
        leases -> {
          throw new IllegalArgumentException("broken");
        };
    assertThatThrownBy(() -> marks.mark(ONE)).hasMessage("broken");
    transaction = Committed::new;
    assertThat(marks.mark(ONE)).isTrue();
  }

  @Test
  void thoseThatComeMeanwhileAreMarkedTogether() {
    firstIsHeld();
    awaitWaiting(IntStream.rangeClosed(2, 4).mapToObj(this::start).toList());
    goOn.countDown();
    await("all have an answer").until(() -> answers.size() == 4);
    assertThat(answers).containsOnly(true);
    assertThat(batches).extracting(List::size).containsExactly(1, 3);
  }

  /** And is told once for all of them. */
  @Test
  void ofAFaultNobodyWaitsForEver() {
    firstIsHeld();
    awaitWaiting(IntStream.rangeClosed(2, 4).mapToObj(this::start).toList());
    transaction = leases -> new RolledBack<>(During.BEGIN, new IllegalStateException("away"));
    goOn.countDown();
    await("all have an answer").until(() -> answers.size() == 4);
    assertThat(answers)
        .containsExactlyInAnyOrder(true, false, false, "intents could not be noted as sent");
  }

  @Test
  void whoIsInterruptedWhileOthersAreMarkedWaitsNoLonger() throws InterruptedException {
    firstIsHeld();
    Thread second = start(2);
    awaitWaiting(List.of(second));
    second.interrupt();
    second.join();
    assertThat(answers).containsExactly(false);
    goOn.countDown();
    await("the first is marked").until(() -> answers.size() == 2);
    assertThat(batches).as("nobody marks for who has gone").hasSize(1);
  }

  /** As over a connection on which nobody answers any more. */
  @Test
  void whoMarksForHalfALeaseHoldsUpNobodyAnyMore() {
    firstIsHeld();
    awaitWaiting(IntStream.rangeClosed(2, 4).mapToObj(this::start).toList());
    now.addAndGet(LIFE.dividedBy(2).toNanos() + 1);
    await("the others are marked by one of them").until(() -> answers.size() == 3);
    assertThat(answers).containsOnly(true);
    goOn.countDown();
    await("the first comes back").until(() -> answers.size() == 4);
    assertThat(answers).contains("to note an intent as sent took half of its lease");
    assertThat(marks.mark(ONE)).as("and nobody is in the way").isTrue();
  }

  @Test
  void whoIsMarkedTogetherWithOneThatHangsIsNotMarked() {
    CountDownLatch second = new CountDownLatch(1);
    firstIsHeld();
    awaitWaiting(IntStream.rangeClosed(2, 4).mapToObj(this::start).toList());
    transaction =
        leases -> {
          second.countDown();
          hang(forEver);
          return new Committed<>(leases);
        };
    goOn.countDown();
    await("one of them marks all").until(() -> second.getCount() == 0);
    await("the first has its answer").until(() -> answers.contains(true));
    now.addAndGet(LIFE.dividedBy(2).toNanos() + 1);
    await("the other two wait no longer").until(() -> answers.size() == 3);
    forEver.countDown();
    await("and the third comes back").until(() -> answers.size() == 4);
    assertThat(answers).containsOnlyOnce(true).contains(false);
  }

  /** It is alone in its transaction, which goes on when it is told to. */
  private void firstIsHeld() {
    transaction =
        leases -> {
          transaction = Committed::new;
          hang();
          return new Committed<>(leases);
        };
    awaitWaiting(List.of(start(1)));
  }

  @Test
  void whoIsInterruptedWhileItMarksDoesNotSend() {
    Thread.currentThread().interrupt();
    assertThat(marks.mark(ONE)).isFalse();
    assertThat(Thread.interrupted()).as("it knows").isTrue();
    assertThat(marks.mark(ONE)).isTrue();
  }

  private void hang() {
    hang(goOn);
  }

  private static void hang(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Completion<List<Lease>> marked(List<Lease> leases) {
    batches.add(leases);
    return transaction.apply(leases);
  }

  private Completion<List<Lease>> after(long nanos, List<Lease> leases) {
    now.addAndGet(nanos);
    return new Committed<>(leases);
  }

  private Thread start(int number) {
    Thread thread = new Thread(() -> answers.add(answer(number)), "delivers " + number);
    thread.start();
    return thread;
  }

  private Object answer(int number) {
    try {
      return marks.mark(lease(number));
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  private void awaitWaiting(List<Thread> threads) {
    await("they wait")
        .until(() -> threads.stream().map(Thread::getState).allMatch(WAITS::contains));
  }

  private static Lease lease(int number) {
    Intent intent =
        new Intent(
            new Identity("c", "k" + number),
            new Intent.Address(new Destination("mail"), 0, Optional.empty()),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.DeliveryHistory(0, Trace.NONE, Duration.ZERO));
  }
}
