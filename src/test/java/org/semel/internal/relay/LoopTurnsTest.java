// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

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
import org.semel.internal.intent.Destination;
import org.semel.internal.loop.WakeUp;
import org.semel.internal.relay.DestinationPolicy.Pace;
import org.semel.internal.relay.RelayLoop.Turn;

/** A loop on the test's own thread: what it does in which order, and what it tells. */
class LoopTurnsTest implements RelayListener, RelayLoop.Turns {

  private static final Turn WELL = new Turn.Done(Duration.ZERO);

  private final WakeUp bell = new WakeUp();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final Deque<Supplier<Turn>> turns = new ArrayDeque<>();
  private int inHand;

  @Test
  void itTurnsUntilItIsEndedAndThenEndsWhatIsInHand() {
    RelayLoop loop = loop(Duration.ofHours(1));
    inHand = 2;
    turns.add(() -> WELL);
    turns.add(() -> ending(loop));
    loop.run();
    assertThat(told).containsExactly("turn", "turn", "close", "turn", "turn");
    assertThat(inHand).isZero();
    loop.awaitEnd();
  }

  @Test
  void betweenTurnsItSleepsUntilTheBellRings() {
    RelayLoop loop = loop(Duration.ofHours(1));
    turns.add(() -> new Turn.Done(Duration.ofHours(1)));
    turns.add(() -> ending(loop));
    Thread thread = new Thread(loop);
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    assertThat(told).containsExactly("turn");
    bell.ring();
    loop.awaitEnd();
    assertThat(told).containsExactly("turn", "turn", "close", "turn");
  }

  @Test
  void whatIsStillInHandWhenItsLeaseIsOverIsAbandoned() {
    RelayLoop loop = loop(Duration.ZERO);
    inHand = 1_000;
    turns.add(() -> ending(loop));
    loop.run();
    assertThat(told).containsExactly("turn", "close", "turn", "abandon", "turn");
  }

  @Test
  void anInterruptionIsToldAndTheNextTurnKnowsOfItUntilOneGoesWell() {
    RelayLoop loop = loop(Duration.ofHours(1));
    turns.add(
        () -> {
          throw new IllegalStateException("defect");
        });
    turns.add(() -> new Turn.Failed(new IllegalStateException("away")));
    turns.add(() -> WELL);
    turns.add(() -> ending(loop));
    loop.run();
    assertThat(told)
        .containsExactly(
            "turn",
            "interrupted: defect",
            "turn, shaken",
            "interrupted: away",
            "turn, shaken",
            "resumed",
            "turn",
            "close",
            "turn");
  }

  @Test
  void itRestsBetweenTurnsThatFailForLongerEachTime() {
    RelayLoop loop = loop(Duration.ofHours(1));
    for (int i = 0; i < 3; i++) {
      turns.add(() -> new Turn.Failed(new IllegalStateException("away")));
    }
    turns.add(() -> ending(loop));
    loop.run();
    assertThat(pauses.get(0)).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(pauses.get(1)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
    assertThat(pauses.get(2)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
  }

  private final List<Duration> pauses = new ArrayList<>();

  @Override
  public Turn turn(boolean shaken) {
    told.add(shaken ? "turn, shaken" : "turn");
    Supplier<Turn> next = turns.poll();
    if (next != null) {
      return next.get();
    }
    inHand = Math.max(0, inHand - 1);
    return WELL;
  }

  @Override
  public void close() {
    told.add("close");
  }

  @Override
  public boolean hasEnded() {
    return inHand == 0;
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

  private static Turn ending(RelayLoop loop) {
    loop.end();
    return new Turn.Done(Duration.ofHours(1)); // it was rung for, and does not sleep
  }

  private RelayLoop loop(Duration lease) {
    DestinationPolicy policy = RelayWorld.policy("mail");
    return new RelayLoop(
        new DestinationPolicy(
            policy.destination(),
            policy.dispatch(),
            new Pace(4, 20, lease, Duration.ofMillis(20)),
            policy.endurance(),
            policy.contract()),
        this,
        bell,
        this);
  }
}
