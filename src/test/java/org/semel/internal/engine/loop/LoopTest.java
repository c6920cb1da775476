// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;

/** A loop on the test's own thread: what it does in which order, and what it tells. */
class LoopTest implements Loop.Step, OutageListener {

  private static final LoopResult WELL = new LoopResult.Succeeded(Duration.ofHours(1));

  private final Gate gate = new Gate();
  private final List<String> told = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final Deque<Supplier<LoopResult>> steps = new ArrayDeque<>();
  private boolean speechless;
  private final Backoff outage = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
  private final Loop loop =
      new Loop(
          gate,
          this,
          rest -> told.add(rest.equals(Duration.ofHours(1)) ? "rest" : "pause"),
          outage,
          this);

  @Test
  void itRunsAndRestsUntilItsGateIsShut() {
    steps.add(() -> WELL);
    steps.add(() -> shutting(WELL));
    loop.run();
    assertThat(told).containsExactly("step", "rest", "step", "rest");
    assertThat(gate.drained(Duration.ZERO)).as("nobody is inside").isTrue();
  }

  @Test
  void behindAGateThatIsShutItDoesNothing() {
    gate.shut();
    loop.run();
    assertThat(told).isEmpty();
  }

  @Test
  void aDefectInAStepEndsNoLoop() {
    steps.add(
        () -> {
          throw new AssertionError("defect");
        });
    steps.add(() -> shutting(WELL));
    loop.run();
    assertThat(told)
        .containsExactly(
            "step", "interrupted: defect", "pause", "step after an outage", "resumed", "rest");
  }

  /** As where there is no memory left for the words. */
  @Test
  void aListenerThatCannotTellOfAnInterruptionEndsNoLoop() {
    speechless = true;
    steps.add(() -> new LoopResult.Interrupted(new IllegalStateException("away")));
    steps.add(() -> shutting(WELL));
    loop.run();
    assertThat(told).containsExactly("step", "pause", "step after an outage", "resumed", "rest");
  }

  @Test
  void anOutageIsOverOnceAStepSucceeds() {
    steps.add(() -> new LoopResult.Interrupted(new IllegalStateException("away")));
    steps.add(() -> new LoopResult.Interrupted(new IllegalStateException("still away")));
    steps.add(() -> WELL);
    steps.add(() -> shutting(WELL));
    loop.run();
    assertThat(told)
        .containsExactly(
            "step",
            "interrupted: away",
            "pause",
            "step after an outage",
            "interrupted: still away",
            "pause",
            "step after an outage",
            "resumed",
            "rest",
            "step",
            "rest");
  }

  @Test
  void aStepThatShowsNothingEndsNoOutage() {
    steps.add(() -> new LoopResult.Interrupted(new IllegalStateException("away")));
    steps.add(() -> new LoopResult.Inconclusive(Duration.ofHours(1)));
    steps.add(() -> shutting(WELL));
    loop.run();
    assertThat(told)
        .containsExactly(
            "step",
            "interrupted: away",
            "pause",
            "step after an outage",
            "rest",
            "step after an outage",
            "resumed",
            "rest");
  }

  @Test
  void aRefusedLoginIsTriedAgainAsLateAsCanBe() {
    steps.add(
        () -> new LoopResult.Interrupted(new SemelException(Code.LOGIN_REFUSED, "not this user")));
    steps.add(() -> shutting(WELL));
    loop.run();
    assertThat(pauses).containsExactly(outage.most());
  }

  @Test
  void beforeItWaitsAtAClosedGateTheStepReleasesWhatItHolds() {
    gate.close(Gate.Closer.ROUTE);
    loop.run();
    assertThat(told).containsExactly("waits");
  }

  @Override
  public void waits() {
    told.add("waits");
    gate.shut();
  }

  private LoopResult shutting(LoopResult result) {
    gate.shut();
    return result;
  }

  @Override
  public LoopResult run(boolean afterOutage) {
    told.add(afterOutage ? "step after an outage" : "step");
    return steps.remove().get();
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    if (speechless) {
      throw new AssertionError("no words"); // an OutOfMemoryError would end the tests
    }
    told.add("interrupted: " + cause.getMessage());
    pauses.add(pause);
  }

  @Override
  public void resumed() {
    told.add("resumed");
  }
}
