// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.StoredActs.SetAsideResult;

/** Setting stored messages aside, whatever stands behind them. */
public abstract class StoredActsContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is wrong");
  private static final Duration LIFE = Duration.ofMinutes(1);

  private final OpsWorld world;
  private final Identity identity = new Identity("c-" + UUID.randomUUID(), "1");
  private Operations operations;

  public StoredActsContract(OpsWorld world) {
    this.world = world;
  }

  @BeforeEach
  void store() {
    operations =
        world.operations(
            new Replayer(), name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS);
    world.act(
        () -> world.stored().store(List.of(new InboxEntry(identity, Messages.keyed("1", "a", 1)))));
  }

  @Test
  void whatNobodyHasWorkedOnYetIsSetAside() {
    assertThat(park()).isEqualTo(new SetAsideResult.SetAside());
    assertThat(lease()).isEmpty();
    assertSetAside();
  }

  @Test
  void whatWaitsForAnotherAttemptIsSetAside() {
    StageChange again = new StageChange.RetryAfter(LIFE, new Failure("x", "no"));
    assertThat(move(lease().get(0), again)).isEmpty();
    assertThat(park()).isEqualTo(new SetAsideResult.SetAside());
    assertSetAside();
  }

  @Test
  void theWorkerThatHasItInHandIsRefused() {
    LeasedMessage inHand = lease().get(0);
    assertThat(park()).isEqualTo(new SetAsideResult.SetAside());
    assertThat(move(inHand, new StageChange.Completed())).as("refused").hasSize(1);
    assertSetAside();
  }

  @Test
  void whatHasEndedIsLeftAlone() {
    move(lease().get(0), new StageChange.Completed());
    assertThat(park()).isEqualTo(new SetAsideResult.Ended(Underway.Stage.COMPLETED));
    assertThat(acts()).isEmpty();
  }

  @Test
  void aSecondClickIsTold() {
    park();
    assertThat(park()).isEqualTo(new SetAsideResult.Ended(Underway.Stage.FAILED_TERMINAL));
    assertThat(acts()).hasSize(1);
  }

  @Test
  void whatIsNotStoredIsAbsent() {
    Identity other = new Identity(identity.consumer(), "2");
    assertThat(operations.stored().park(other, ANN)).isEqualTo(new SetAsideResult.NotFound());
  }

  private void assertSetAside() {
    List<LeasedMessage> failed =
        world.look(() -> world.stored().failedForGood(identity.consumer(), 10));
    assertThat(failed).hasSize(1);
    assertThat(failed.get(0).history().verdict().orElseThrow().reason())
        .isEqualTo(ParkingReason.SET_ASIDE);
    assertThat(failed.get(0).history().verdict().orElseThrow().detail())
        .contains("ann", "the price list is wrong");
    assertThat(acts()).hasSize(1);
    assertThat(acts().get(0).entry().act()).isEqualTo(Act.SET_ASIDE);
  }

  private List<AuditEntry.Line> acts() {
    return operations.identities().dossier(identity).acts();
  }

  private SetAsideResult park() {
    return operations.stored().park(identity, ANN);
  }

  private List<LeasedMessage> lease() {
    return world.act(() -> world.stored().lease(identity.consumer(), new Quota(10, 10), LIFE));
  }

  private List<Move> move(LeasedMessage leased, StageChange change) {
    return world.act(() -> world.stored().move(List.of(new Move(leased, change))));
  }
}
