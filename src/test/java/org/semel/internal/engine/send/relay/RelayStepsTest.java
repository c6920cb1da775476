// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

/** A loop on the test's own thread: what it does in which order, and what it tells. */
class RelayStepsTest implements RelayListener, RelayLoop.Steps {

  private static final LoopResult WELL = new LoopResult.Succeeded(Duration.ZERO);

  private final WakeUp wakeUp = new WakeUp();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final Deque<Supplier<LoopResult>> steps = new ArrayDeque<>();
  private int underWay;

  @Test
  void itRunsStepsUntilItIsEndedAndThenEndsWhatIsUnderWay() {
    RelayLoop loop = loop(Duration.ofHours(1));
    underWay = 2;
    steps.add(() -> WELL);
    steps.add(() -> ending(loop));
    loop.run();
    assertThat(told).containsExactly("step", "step", "close", "step", "step");
    assertThat(underWay).isZero();
    loop.awaitEnd();
  }

  @Test
  void betweenStepsItSleepsUntilItIsWoken() {
    RelayLoop loop = loop(Duration.ofHours(1));
    steps.add(() -> new LoopResult.Succeeded(Duration.ofHours(1)));
    steps.add(() -> ending(loop));
    Thread thread = new Thread(loop);
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    assertThat(told).containsExactly("step");
    wakeUp.signal();
    loop.awaitEnd();
    assertThat(told).containsExactly("step", "step", "close", "step");
  }

  @Test
  void whatIsStillUnderWayWhenItsLeaseIsOverIsAbandoned() {
    RelayLoop loop = loop(Duration.ZERO);
    underWay = 1_000;
    steps.add(() -> ending(loop));
    loop.run();
    assertThat(told).containsExactly("step", "close", "step", "abandon", "step");
  }

  @Test
  void anInterruptionIsToldAndTheNextStepKnowsOfItUntilOneGoesWell() {
    RelayLoop loop = loop(Duration.ofHours(1));
    steps.add(
        () -> {
          throw new IllegalStateException("defect");
        });
    steps.add(() -> new LoopResult.Interrupted(new IllegalStateException("away")));
    steps.add(() -> WELL);
    steps.add(() -> ending(loop));
    loop.run();
    assertThat(told)
        .containsExactly(
            "step",
            "interrupted: defect",
            "step after an outage",
            "interrupted: away",
            "step after an outage",
            "resumed",
            "step",
            "close",
            "step");
  }

  @Test
  void itRestsLongerAfterEachStepThatFails() {
    RelayLoop loop = loop(Duration.ofHours(1));
    for (int i = 0; i < 3; i++) {
      steps.add(() -> new LoopResult.Interrupted(new IllegalStateException("away")));
    }
    steps.add(() -> ending(loop));
    loop.run();
    assertThat(pauses.get(0)).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(pauses.get(1)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
    assertThat(pauses.get(2)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
  }

  private final List<Duration> pauses = new ArrayList<>();

  @Override
  public LoopResult run(boolean afterOutage) {
    told.add(afterOutage ? "step after an outage" : "step");
    Supplier<LoopResult> next = steps.poll();
    if (next != null) {
      return next.get();
    }
    underWay = Math.max(0, underWay - 1);
    return WELL;
  }

  @Override
  public void close() {
    told.add("close");
  }

  @Override
  public boolean hasEnded() {
    return underWay == 0;
  }

  @Override
  public void abandon() {
    told.add("abandon");
  }

  @Override
  public void interrupted(Destination destination, Throwable cause, Duration pause) {
    told.add("interrupted: " + cause.getMessage());
    pauses.add(pause);
  }

  @Override
  public void resumed(Destination destination) {
    told.add("resumed");
  }

  private static LoopResult ending(RelayLoop loop) {
    loop.end();
    return new LoopResult.Succeeded(Duration.ofHours(1)); // it was woken, and does not sleep
  }

  private RelayLoop loop(Duration lease) {
    DestinationPolicy policy = RelayWorld.policy("mail");
    return new RelayLoop(
        new DestinationPolicy(
            policy.destination(),
            policy.dispatch(),
            new Throughput(4, 20, lease, Duration.ofMillis(20)),
            policy.retry(),
            policy.contract()),
        this,
        wakeUp,
        this);
  }
}
