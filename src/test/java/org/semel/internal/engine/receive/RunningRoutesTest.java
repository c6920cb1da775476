// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jta.JtaFaults;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.StillRunning;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** A message whose route has not returned is not run again beside that. */
class RunningRoutesTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Identity HANGING = new Identity("c", "hanging");
  private static final Identity OTHER = new Identity("c", "other");
  private static final Message MESSAGE = Messages.text("b");
  private static final Optional<RouteProgress> STEP =
      Optional.of(new RouteProgress("one", Body.none(), Headers.none()));

  private final AtomicLong now = new AtomicLong();
  private final RunningRoutes running = new RunningRoutes(TIMEOUT.dividedBy(2), now::get);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<Identity> run = new ArrayList<>();
  private final Handler route = running.over((Handler) (message, identity) -> run.add(identity));
  private CompletableFuture<Void> hung = CompletableFuture.completedFuture(null);

  @AfterEach
  void itReturns() {
    release.countDown();
    hung.join();
  }

  @Test
  void whatHasNotReturnedForMostOfATransactionsTimeIsNotRunBesideThat() throws Exception {
    hang();
    pass(TIMEOUT);
    assertThatThrownBy(() -> route.handle(MESSAGE, HANGING)).isInstanceOf(StillRunning.class);
    assertThatThrownBy(() -> route.handle(MESSAGE, HANGING))
        .as("however often it comes")
        .isInstanceOf(StillRunning.class);
    assertThat(run).isEmpty();
  }

  @Test
  void whoStandsBesideItIsRun() throws Exception {
    hang();
    pass(TIMEOUT);
    route.handle(MESSAGE, OTHER);
    assertThat(run).containsExactly(OTHER);
  }

  @Test
  void onceItHasReturnedItIsRunAgain() throws Exception {
    hang();
    pass(TIMEOUT);
    itReturns();
    route.handle(MESSAGE, HANGING);
    assertThat(run).containsExactly(HANGING);
  }

  /** Such as the same change of an entity that guards itself. */
  @Test
  void twoCopiesThatCameTogetherAreBothRun() throws Exception {
    hang();
    pass(TIMEOUT.dividedBy(2));
    route.handle(MESSAGE, HANGING);
    assertThat(run).containsExactly(HANGING);
    pass(Duration.ofNanos(1));
    assertThatThrownBy(() -> route.handle(MESSAGE, HANGING))
        .as("the end of one copy is not that of the other")
        .isInstanceOf(StillRunning.class);
  }

  /** The first has only been slow; the second hangs. */
  @Test
  void ofTwoThatRanTheOneThatHangsStaysKnownWhenTheOtherReturns() throws Exception {
    CountDownLatch second = new CountDownLatch(1);
    CountDownLatch inSecond = new CountDownLatch(1);
    Handler hanging =
        running.over(
            (Handler)
                (message, identity) -> {
                  inSecond.countDown();
                  second.await();
                });
    hang();
    pass(Duration.ofSeconds(1));
    CompletableFuture<Void> beside =
        CompletableFuture.runAsync(
            () ->
                assertThatCode(() -> hanging.handle(MESSAGE, HANGING)).doesNotThrowAnyException());
    inSecond.await();
    itReturns();
    pass(TIMEOUT);
    assertThatThrownBy(() -> route.handle(MESSAGE, HANGING)).isInstanceOf(StillRunning.class);
    second.countDown();
    beside.join();
    route.handle(MESSAGE, HANGING);
    assertThat(run).containsExactly(HANGING);
  }

  @Test
  void whatHasFailedHasReturned() {
    Handler failing =
        running.over(
            (Handler)
                (message, identity) -> {
                  throw new IllegalStateException("no");
                });
    assertThatThrownBy(() -> failing.handle(MESSAGE, HANGING)).hasMessage("no");
    pass(TIMEOUT);
    assertThatCode(() -> route.handle(MESSAGE, HANGING)).doesNotThrowAnyException();
  }

  @Test
  void soItIsWithARouteOfSteps() throws Exception {
    SteppedHandler stepped = running.over(steps());
    assertThat(stepped.handle(MESSAGE, OTHER, STEP)).isEqualTo(STEP);
    hang();
    pass(TIMEOUT);
    assertThatThrownBy(() -> stepped.handle(MESSAGE, HANGING, STEP))
        .isInstanceOf(StillRunning.class);
    assertThatThrownBy(() -> stepped.handle(MESSAGE, HANGING)).isInstanceOf(StillRunning.class);
  }

  /** So that nobody is blamed while nothing else takes effect either. */
  @Test
  void thatItStillRunsIsAFaultThatPasses() {
    assertThat(new JtaFaults().ofAll(new HandlingFailed(HANGING, new StillRunning("c/hanging"))))
        .isEqualTo(Cause.STILL_RUNNING);
  }

  private static SteppedHandler steps() {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) {}

      @Override
      public Optional<RouteProgress> handle(
          Message message, Identity identity, Optional<RouteProgress> behind) {
        return behind;
      }
    };
  }

  private void hang() throws InterruptedException {
    Handler hanging =
        running.over(
            (Handler)
                (message, identity) -> {
                  begun.countDown();
                  release.await();
                });
    hung =
        CompletableFuture.runAsync(
            () -> assertThatCode(() -> hanging.handle(MESSAGE, HANGING)).doesNotThrowAnyException(),
            task -> new Thread(task).start());
    begun.await();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
