// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryPauses;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.Pausable;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** A node that looks at what operators have paused, step by step on the test's own thread. */
class PauseWatchTest implements PauseListener, Pausable, Lifecycle {

  private static final OperatorContext ANN = new OperatorContext("ann", "a test");
  private static final Target ORDERS = Target.consumer("orders");

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryPauses pauses = new InMemoryPauses(transactions);
  private final AtomicLong nanos = new AtomicLong();
  private final List<String> told = new ArrayList<>();
  private boolean away;
  private boolean suspended;
  private final PauseWatch watch =
      new PauseWatch(new Reachable(), transactions, () -> suspended, this, nanos::get);
  private final Lifecycle orders = watch.obeying(ORDERS, this, this);

  @Test
  void itLooksEveryTwoSeconds() {
    assertThat(watch.run(false)).isEqualTo(new LoopResult.Succeeded(Duration.ofSeconds(2)));
  }

  @Test
  void whatIsPausedObeysOnceItIsSeenAndSoDoesWhatIsResumed() {
    orders.start();
    watch.run(false);
    pause(true);
    assertThat(told).containsExactly("start");
    watch.run(false);
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isTrue();
    resumeByOperator();
    watch.run(false);
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isFalse();
    assertThat(told)
        .containsExactly(
            "start", "obeys OPERATOR", "told: paused", "goes on OPERATOR", "told: unpaused");
  }

  @Test
  void whatIsPausedBeforeItStartsIsPausedWhenItDoes() {
    pause(true);
    watch.run(false);
    assertThat(told).as("nobody runs it here").isEmpty();
    orders.start();
    assertThat(told).containsExactly("obeys OPERATOR", "told: paused", "start");
  }

  @Test
  void whatRunsWhileTheServerIsSuspendedBeginsNothingMoreAndGoesOnWithIt() {
    orders.start();
    suspended = true;
    watch.run(false);
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isTrue();
    assertThat(told).containsExactly("start", "obeys SERVER", "told: suspended");
    suspended = false;
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isFalse();
    assertThat(told).endsWith("goes on SERVER", "told: resumed");
  }

  @Test
  void aSuspendedServerIsObeyedThoughTheDatabaseIsAway() {
    orders.start();
    suspended = true;
    away = true;
    watch.run(false);
    assertThat(told).containsExactly("start", "obeys SERVER", "told: suspended");
  }

  @Test
  void whatStartsInASuspendedServerBeginsNothing() {
    suspended = true;
    watch.run(false);
    orders.start();
    assertThat(told).containsExactly("told: suspended", "obeys SERVER", "start");
  }

  @Test
  void whatAnOperatorHasPausedStaysSoWhenTheServerGoesOn() {
    orders.start();
    suspended = true;
    pause(true);
    watch.run(false);
    suspended = false;
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isTrue();
    assertThat(told).doesNotContain("goes on OPERATOR", "told: unpaused");
  }

  @Test
  void whatHasStoppedIsToldNothingMore() {
    orders.start();
    orders.stop();
    pause(true);
    watch.run(false);
    assertThat(told).containsExactly("start", "told: ended", "stop");
  }

  @Test
  void itsRouteSuspendsAndResumesItByItself() {
    orders.start();
    orders.suspend();
    orders.resume();
    assertThat(told).containsExactly("start", "suspend", "resume");
  }

  @Test
  void aPauseThatIsNotKeptIsObeyedByWhoWasThereAndLapsesForWhoComesLater() {
    orders.start();
    watch.run(false);
    pause(false);
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isTrue();
    assertThat(pauses.find(ORDERS).orElseThrow().lapsed()).isEmpty();
    List<String> other = new ArrayList<>();
    PauseWatch later = laterNode();
    later.run(false);
    assertThat(pauses.find(ORDERS).orElseThrow().lapsed()).as("it does not run it").isEmpty();
    later.obeying(ORDERS, new Idle(), recording(other)).start();
    later.run(false);
    assertThat(later.isPaused(ORDERS)).isFalse();
    assertThat(other).isEmpty();
    assertThat(pauses.find(ORDERS).orElseThrow().lapsed()).isPresent();
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).as("it was there before").isTrue();
  }

  @Test
  void aPauseThatIsKeptIsObeyedByWhoComesLater() {
    pause(true);
    PauseWatch later = laterNode();
    later.run(false);
    assertThat(later.isPaused(ORDERS)).isTrue();
  }

  @Test
  void onceItIsKnownWhenTheNodeBeganItsClockMayDriftFromThatOfTheDatabase() {
    orders.start();
    watch.run(false);
    pause(false);
    nanos.set(-Duration.ofMinutes(1).toNanos()); // as if the database's clock had run ahead
    watch.run(false);
    assertThat(watch.isPaused(ORDERS)).isTrue();
  }

  @Test
  void whileTheDatabaseIsAwayAllStaysAsItWas() {
    orders.start();
    pause(true);
    watch.run(false);
    away = true;
    resumeByOperator();
    assertThat(watch.run(false)).isInstanceOf(LoopResult.Interrupted.class);
    assertThat(watch.isPaused(ORDERS)).isTrue();
    assertThat(watch.unknown()).as("it was known").isEmpty();
    away = false;
    watch.run(true);
    assertThat(watch.isPaused(ORDERS)).isFalse();
  }

  @Test
  void beforeTheFirstLookItCannotBeKnown() {
    away = true;
    assertThat(watch.unknown()).containsInstanceOf(IllegalStateException.class);
    away = false;
    pause(true);
    assertThat(watch.unknown()).isEmpty();
    assertThat(watch.isPaused(ORDERS)).isTrue();
  }

  @Test
  void whatDoesNotStartIsNotKept() {
    Lifecycle broken =
        watch.obeying(
            ORDERS,
            new Idle() {
              @Override
              public void start() {
                throw new IllegalStateException("no thread");
              }
            },
            this);
    assertThatThrownBy(broken::start).hasMessage("no thread");
    pause(true);
    watch.run(false);
    assertThat(told).containsExactly("told: ended");
  }

  /** One whose machine was switched on after all that was done so far. */
  private PauseWatch laterNode() {
    Instant before = now();
    while (!now().isAfter(before)) {
      Thread.onSpinWait();
    }
    return new PauseWatch(
        new Reachable(), transactions, () -> false, new PauseListener() {}, nanos::get);
  }

  private Instant now() {
    return pauses.standing().now();
  }

  private void pause(boolean kept) {
    act(() -> pauses.pause(ORDERS, kept, ANN));
  }

  private void resumeByOperator() {
    act(() -> pauses.resume(ORDERS));
  }

  private void act(Supplier<Optional<Pause>> act) {
    assertThat(transactions.inNew(Duration.ZERO, () -> Decision.commit(act.get())).committed())
        .get()
        .satisfies(pause -> assertThat(pause).isPresent());
  }

  private static Pausable recording(List<String> acts) {
    return new Pausable() {
      @Override
      public void pause(Gate.Closer by) {
        acts.add("obeys " + by);
      }

      @Override
      public void resume(Gate.Closer by) {
        acts.add("goes on " + by);
      }
    };
  }

  @Override
  public void paused(Pause pause) {
    told.add("told: paused");
  }

  @Override
  public void unpaused(Target target) {
    told.add("told: unpaused");
  }

  @Override
  public void serverSuspended() {
    told.add("told: suspended");
  }

  @Override
  public void serverResumed() {
    told.add("told: resumed");
  }

  @Override
  public void ended(Target target) {
    told.add("told: ended");
  }

  @Override
  public void pause(Gate.Closer by) {
    told.add("obeys " + by);
  }

  @Override
  public void resume(Gate.Closer by) {
    told.add("goes on " + by);
  }

  @Override
  public void start() {
    told.add("start");
  }

  @Override
  public void stop() {
    told.add("stop");
  }

  @Override
  public void suspend() {
    told.add("suspend");
  }

  @Override
  public void resume() {
    told.add("resume");
  }

  /** What runs and does nothing. */
  private static class Idle implements Lifecycle {
    @Override
    public void start() {}

    @Override
    public void stop() {}
  }

  /** The pauses in memory, unless the test lets the database be away. */
  private final class Reachable implements Pauses {

    @Override
    public Presence presence(Target target) {
      return pauses.presence(target);
    }

    @Override
    public StandingPauses standing() {
      if (away) {
        throw new IllegalStateException("away");
      }
      return pauses.standing();
    }

    @Override
    public Optional<Pause> pause(Target target, boolean kept, OperatorContext by) {
      return pauses.pause(target, kept, by);
    }

    @Override
    public Optional<Pause> find(Target target) {
      return pauses.find(target);
    }

    @Override
    public Optional<Pause> resume(Target target) {
      return pauses.resume(target);
    }

    @Override
    public void lapse(Target target) {
      pauses.lapse(target);
    }
  }
}
