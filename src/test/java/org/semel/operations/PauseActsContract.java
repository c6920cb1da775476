// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.PauseResult;
import org.semel.operations.PauseActs.ResumeResult;
import org.semel.operations.PauseActs.Target;

/** Pausing and resuming, whatever stands behind it. */
public abstract class PauseActsContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is wrong");
  private static final OperatorContext BEN = new OperatorContext("ben", "nobody knows why");

  private final OpsWorld world;
  private final Target consumer = Target.consumer("c-" + UUID.randomUUID());
  private final Target destination = Target.destination("d-" + UUID.randomUUID());
  private PauseActs pauses;

  public PauseActsContract(OpsWorld world) {
    this.world = world;
  }

  @BeforeEach
  void register() {
    pauses =
        world
            .operations(
                new Replayer(), name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS)
            .pauses();
    world.know(consumer, Presence.RUN_BY_NODES);
    world.know(destination, Presence.RUN_BY_NODES);
  }

  @Test
  void whatIsPausedStandsUntilItIsResumedAndTheAuditSaysBoth() {
    Pause pause = paused(pauses.pause(consumer, true, ANN));
    assertThat(pause.target()).isEqualTo(consumer);
    assertThat(pause.kept()).isTrue();
    assertThat(pause.by()).isEqualTo(ANN);
    assertThat(pause.lapsed()).isEmpty();
    assertThat(ours()).containsExactly(pause);
    assertThat(pauses.resume(consumer, BEN)).isEqualTo(new ResumeResult.Resumed(pause));
    assertThat(ours()).isEmpty();
    assertThat(audit())
        .containsExactly(
            "ben RESUME " + consumer + ": resumed",
            "ann PAUSE " + consumer + ": paused until resumed");
  }

  @Test
  void aConsumerAndADestinationOfOneNameAreTwo() {
    Target namesake = Target.destination(consumer.name());
    world.know(namesake, Presence.RUN_BY_NODES);
    paused(pauses.pause(namesake, true, ANN));
    assertThat(pauses.resume(consumer, ANN)).isEqualTo(new ResumeResult.NotPaused(consumer));
    assertThat(pauses.resume(namesake, ANN)).isInstanceOf(ResumeResult.Resumed.class);
  }

  @Test
  void aSecondPauseChangesNothingAndIsToldWhoWasFirst() {
    Pause first = paused(pauses.pause(destination, false, ANN));
    assertThat(pauses.pause(destination, false, BEN))
        .isEqualTo(new PauseResult.AlreadyPaused(first));
    assertThat(ours()).containsExactly(first);
    assertThat(audit()).hasSize(1);
  }

  @Test
  void aPauseThatIsKeptTakesThePlaceOfOneThatIsNotAndNotTheOtherWayRound() {
    paused(pauses.pause(destination, false, ANN));
    Pause kept = paused(pauses.pause(destination, true, BEN));
    assertThat(pauses.pause(destination, false, ANN))
        .isEqualTo(new PauseResult.AlreadyPaused(kept));
  }

  @Test
  void aPauseThatHasLapsedIsMadeAnew() {
    paused(pauses.pause(consumer, false, ANN));
    lapse();
    assertThat(ours().get(0).lapsed()).isPresent();
    assertThat(paused(pauses.pause(consumer, false, BEN)).lapsed()).isEmpty();
  }

  @Test
  void onlyTheFirstNodeThatDoesNotObeyIsNotedAndAPauseThatIsKeptNeverLapses() {
    paused(pauses.pause(consumer, false, ANN));
    lapse();
    List<Pause> lapsed = ours();
    lapse();
    assertThat(ours()).isEqualTo(lapsed);
    Pause kept = paused(pauses.pause(consumer, true, ANN));
    lapse();
    assertThat(ours()).containsExactly(kept);
  }

  @Test
  void aNameThatNobodyKnowsIsRefusedByBoth() {
    Target misspelt = Target.consumer("nobody-" + UUID.randomUUID());
    assertThat(pauses.pause(misspelt, true, ANN))
        .isEqualTo(new PauseResult.UnknownTarget(misspelt));
    assertThat(pauses.resume(misspelt, ANN)).isEqualTo(new ResumeResult.NoSuchTarget(misspelt));
    Target other = Target.destination(consumer.name());
    assertThat(pauses.pause(other, true, ANN)).isEqualTo(new PauseResult.UnknownTarget(other));
  }

  @Test
  void anIdempotentConsumerIsNotOursToPause() {
    Target classic = Target.consumer("classic-" + UUID.randomUUID());
    world.know(classic, Presence.IDEMPOTENT_CONSUMER);
    assertThat(pauses.pause(classic, true, ANN)).isEqualTo(new PauseResult.NotReceiving(classic));
  }

  @Test
  void aPauseWhoseTransactionFailsDoesNotStand() {
    world
        .transactions()
        .inNew(
            OpsWorld.TIMEOUT,
            () -> Decision.discard(world.stores().pauses().pause(consumer, true, ANN)));
    assertThat(ours()).isEmpty();
    assertThatThrownBy(() -> pauses.pause(consumer, true, new OperatorContext("ann", " ")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ours()).isEmpty();
  }

  private void lapse() {
    world.act(
        () -> {
          world.stores().pauses().lapse(consumer);
          return consumer;
        });
  }

  private static Pause paused(PauseResult result) {
    assertThat(result).isInstanceOf(PauseResult.Paused.class);
    return ((PauseResult.Paused) result).pause();
  }

  private List<Pause> ours() {
    return pauses.standing().stream()
        .filter(pause -> pause.target().equals(consumer) || pause.target().equals(destination))
        .toList();
  }

  private List<String> audit() {
    return world.look(() -> world.audit().latest(AuditFilter.ALL, Long.MAX_VALUE, 200)).stream()
        .filter(noted -> noted.act() == Act.PAUSE || noted.act() == Act.RESUME)
        .filter(
            noted ->
                noted.subject().equals(consumer.toString())
                    || noted.subject().equals(destination.toString()))
        .map(
            noted ->
                noted.by().who()
                    + " "
                    + noted.act()
                    + " "
                    + noted.subject()
                    + ": "
                    + noted.outcome())
        .toList();
  }
}
