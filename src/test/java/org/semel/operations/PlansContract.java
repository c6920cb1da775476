// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.operate.act.PlanLeaseLost;
import org.semel.internal.desk.operate.plan.ItemEnd;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.Plan.Approval;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;

/** Replay plans as rows, whatever stands behind them. */
public abstract class PlansContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "mended");
  private static final Plan.Pace PACE = new Plan.Pace(100, 10);
  private static final Duration LIFE = Duration.ofMinutes(5);

  private final OpsWorld world;
  private final String consumer = "c-" + UUID.randomUUID();

  public PlansContract(OpsWorld world) {
    this.world = world;
  }

  @Test
  void aPlanSettlesItsMessagesOnceAndForAll() {
    park(ParkingReason.NO_IDENTITY, 3);
    Plan plan = frozen();
    park(ParkingReason.NO_IDENTITY, 2);
    assertThat(plan.progress().size()).isEqualTo(3);
    assertThat(plan.by()).isEqualTo(ANN);
    assertThat(plan.progress().state()).isEqualTo(Plan.State.FROZEN);
    assertThat(world.look(() -> turns().next(new PlanLease(plan, 0, PlanLeases.PlanRun.NEW), 10)))
        .extracting(Item::ordinal)
        .containsExactly(0, 1, 2);
    assertThat(world.look(() -> plans().find(plan.id()))).contains(plan);
    assertThat(world.look(() -> plans().latest(Long.MAX_VALUE, 100))).contains(plan);
    assertThat(world.look(() -> plans().latest(plan.id() + 1, 1))).containsExactly(plan);
    assertThat(world.look(() -> plans().latest(plan.id(), 100))).doesNotContain(plan);
  }

  @Test
  void onlyTheReasonThatWasAskedForAndNoMoreThanThat() {
    park(ParkingReason.NO_IDENTITY, 2);
    park(ParkingReason.NOT_JSON, 3);
    Made made =
        world.act(
            () -> plans().freeze(Selection.parked(consumer, ParkingReason.NOT_JSON, 2), PACE, ANN));
    assertThat(((Made.Frozen) made).plan().progress().size()).isEqualTo(2);
  }

  @Test
  void ofNothingNoPlanIsMade() {
    assertThat(freeze()).isEqualTo(new Made.Empty());
  }

  @Test
  void manyWhoFreezeTheSameMessagesAtOnceMakeOnePlan() {
    park(ParkingReason.NO_IDENTITY, 3);
    List<CompletableFuture<Made>> clicks =
        IntStream.range(0, 8).mapToObj(i -> CompletableFuture.supplyAsync(this::freeze)).toList();
    List<Made> made = clicks.stream().map(CompletableFuture::join).toList();
    assertThat(made).filteredOn(Made.Frozen.class::isInstance).hasSize(1);
    assertThat(made).filteredOn(Made.There.class::isInstance).hasSize(7);
    assertThat(made).extracting(PlansContract::id).containsOnly(id(made.get(0)));
  }

  @Test
  void aPlanThatIsOverDoesNotStandInTheWayOfANewOne() {
    park(ParkingReason.NO_IDENTITY, 1);
    Plan first = frozen();
    world.act(() -> plans().move(first.id(), Set.of(Plan.State.FROZEN), Plan.State.WITHDRAWN));
    assertThat(frozen().id()).isNotEqualTo(first.id());
  }

  @Test
  void ofManyWhoStartAPlanAtOnceOneDoes() {
    park(ParkingReason.NO_IDENTITY, 1);
    Plan plan = frozen();
    List<CompletableFuture<PlanTransition>> clicks =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> start(plan)))
            .toList();
    List<PlanTransition> moved = clicks.stream().map(CompletableFuture::join).toList();
    assertThat(moved).filteredOn(PlanTransition.Entered.class::isInstance).hasSize(1);
    assertThat(moved).filteredOn(new PlanTransition.NotFrom(Plan.State.RUNNING)::equals).hasSize(7);
  }

  @Test
  void whatIsNotThereIsNotMoved() {
    assertThat(world.act(() -> plans().move(-1, Set.of(Plan.State.FROZEN), Plan.State.RUNNING)))
        .isEqualTo(new PlanTransition.NotFound());
  }

  @Test
  void aFrozenPlanIsNobodysTurnAndARunningOneIsOneNodesAtATime() {
    park(ParkingReason.NO_IDENTITY, 1);
    Plan plan = frozen();
    assertThat(take()).isEmpty();
    start(plan);
    assertThat(take()).isPresent();
    assertThat(take()).as("held").isEmpty();
    assertThat(world.act(() -> turns().take(Set.of("another"), LIFE))).isEmpty();
  }

  @Test
  void whatIsSettledIsNotNextAgainAndCounts() {
    park(ParkingReason.NO_IDENTITY, 3);
    start(frozen());
    PlanLease lease = take().orElseThrow();
    List<Item> items = world.look(() -> turns().next(lease, 2));
    settle(lease, items.get(0), ItemEnd.TOOK_EFFECT);
    settle(lease, items.get(1), ItemEnd.FAILED);
    assertThat(world.look(() -> turns().next(lease, 9))).hasSize(1);
    Plan.Progress progress =
        world.look(() -> plans().find(lease.plan().id())).orElseThrow().progress();
    assertThat(progress.done()).isEqualTo(2);
    assertThat(progress.failed()).isEqualTo(1);
  }

  @Test
  void whatIsAtItsEndIsNotBegunAgain() {
    park(ParkingReason.NO_IDENTITY, 1);
    start(frozen());
    PlanLease lease = take().orElseThrow();
    Item item = world.look(() -> turns().next(lease, 1)).get(0);
    settle(lease, item, ItemEnd.TOOK_EFFECT);
    assertThatThrownBy(
            () ->
                world.act(
                    () -> {
                      turns().begin(lease, item, Optional.empty(), LIFE);
                      return item;
                    }))
        .hasStackTraceContaining("message 0 of plan " + lease.plan().id());
  }

  @Test
  void aRollBackSettlesNothing() {
    park(ParkingReason.NO_IDENTITY, 1);
    start(frozen());
    PlanLease lease = take().orElseThrow();
    Item item = world.look(() -> turns().next(lease, 1)).get(0);
    world.look(
        () -> {
          turns().settle(lease, item, ItemEnd.TOOK_EFFECT, LIFE);
          return item;
        });
    assertThat(world.look(() -> turns().next(lease, 1))).containsExactly(item);
  }

  @Test
  void whoLostTheTurnSettlesNothing() {
    park(ParkingReason.NO_IDENTITY, 1);
    start(frozen());
    PlanLease late = world.act(() -> turns().take(Set.of(consumer), Duration.ZERO)).orElseThrow();
    Item item = world.look(() -> turns().next(late, 1)).get(0);
    PlanLease next = take().orElseThrow();
    assertThatThrownBy(() -> settle(late, item, ItemEnd.TOOK_EFFECT))
        .isInstanceOf(PlanLeaseLost.class);
    assertThat(world.act(() -> turns().end(late, Plan.State.DONE, Duration.ZERO))).isFalse();
    settle(next, item, ItemEnd.TOOK_EFFECT);
    assertThat(world.act(() -> turns().end(next, Plan.State.DONE, Duration.ZERO))).isTrue();
  }

  @Test
  void whoHoldsTheTurnLosesItToAPause() {
    park(ParkingReason.NO_IDENTITY, 1);
    Plan plan = frozen();
    start(plan);
    PlanLease lease = take().orElseThrow();
    Item item = world.look(() -> turns().next(lease, 1)).get(0);
    world.act(() -> plans().move(plan.id(), Set.of(Plan.State.RUNNING), Plan.State.PAUSED));
    assertThatThrownBy(() -> settle(lease, item, ItemEnd.TOOK_EFFECT))
        .isInstanceOf(PlanLeaseLost.class);
    assertThat(take()).isEmpty();
  }

  @Test
  void roundsAreCountedAndAPlanRestsBetweenThem() {
    park(ParkingReason.NO_IDENTITY, 2);
    start(frozen());
    PlanLease first = take().orElseThrow();
    assertThat(first.run()).isEqualTo(PlanLeases.PlanRun.NEW);
    settle(first, world.look(() -> turns().next(first, 1)).get(0), ItemEnd.FAILED);
    world.act(() -> turns().end(first, Plan.State.RUNNING, Duration.ZERO));
    PlanLease second = take().orElseThrow();
    assertThat(second.run()).isEqualTo(new PlanLeases.PlanRun(1, 0, 1, 1));
    world.act(() -> turns().end(second, Plan.State.RUNNING, LIFE));
    assertThat(take()).as("rests").isEmpty();
  }

  @Test
  void aRoundInWhichNothingWasHandedInIsAStallUntilSomethingIs() {
    park(ParkingReason.NO_IDENTITY, 2);
    start(frozen());
    for (int stalls = 0; stalls < 3; stalls++) {
      PlanLease lease = take().orElseThrow();
      assertThat(lease.run()).isEqualTo(new PlanLeases.PlanRun(0, stalls, 0, 0));
      world.act(() -> turns().end(lease, Plan.State.RUNNING, Duration.ZERO));
    }
    PlanLease lease = take().orElseThrow();
    settle(lease, world.look(() -> turns().next(lease, 1)).get(0), ItemEnd.TOOK_EFFECT);
    world.act(() -> turns().end(lease, Plan.State.RUNNING, Duration.ZERO));
    assertThat(take().orElseThrow().run()).isEqualTo(new PlanLeases.PlanRun(1, 0, 1, 0));
  }

  @Test
  void whoLetsAPlanGoOnBeginsANewStint() {
    park(ParkingReason.NO_IDENTITY, 2);
    Plan plan = frozen();
    start(plan);
    PlanLease lease = take().orElseThrow();
    settle(lease, world.look(() -> turns().next(lease, 1)).get(0), ItemEnd.FAILED);
    world.act(() -> turns().end(lease, Plan.State.STOPPED, Duration.ZERO));
    world.act(() -> plans().move(plan.id(), Set.of(Plan.State.STOPPED), Plan.State.RUNNING));
    PlanLease again = take().orElseThrow();
    assertThat(again.run()).isEqualTo(PlanLeases.PlanRun.NEW);
    assertThat(again.plan().progress().failed()).isEqualTo(1);
  }

  @Test
  void aPlanThatNeedsASecondPersonRunsOnceOneHasAgreed() {
    Plan plan = frozenForApproval();
    assertThat(plan.progress().approval()).isEqualTo(new Approval.Awaited());
    assertThat(start(plan)).isEqualTo(new PlanTransition.Unapproved());
    assertThat(take()).isEmpty();
    ApprovalResult approved = approve(plan, "bob");
    assertThat(approved).isInstanceOf(ApprovalResult.Approved.class);
    assertThat(((ApprovalResult.Approved) approved).plan().progress().approval())
        .isEqualTo(new Approval.ApprovedBy("bob"));
    assertThat(start(plan)).isInstanceOf(PlanTransition.Entered.class);
    assertThat(take()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ann", "Ann", "ANN", "ann ", "\u00a0ann", "a\u200bnn", "\uff41nn"})
  void nobodyApprovesTheirOwnPlanHoweverTheirNameIsWritten(String who) {
    Plan plan = frozenForApproval();
    assertThat(approve(plan, who)).isEqualTo(new ApprovalResult.OwnPlan());
    assertThat(start(plan)).isEqualTo(new PlanTransition.Unapproved());
  }

  @Test
  void whoHasSeenAnotherSetApprovesNothing() {
    Plan plan = frozenForApproval();
    assertThat(world.act(() -> plans().approve(plan.id(), UUID.randomUUID(), "bob")))
        .isEqualTo(new ApprovalResult.OtherSet(plan.progress().digest()));
    assertThat(start(plan)).isEqualTo(new PlanTransition.Unapproved());
  }

  @Test
  void anApprovalIsGivenOnceAndOnlyWhereOneIsAwaited() {
    Plan plan = frozenForApproval();
    approve(plan, "bob");
    assertThat(approve(plan, "cid")).isInstanceOf(ApprovalResult.NotAwaited.class);
    assertThat(world.look(() -> plans().find(plan.id())).orElseThrow().progress().approval())
        .isEqualTo(new Approval.ApprovedBy("bob"));
    world.act(() -> plans().move(plan.id(), Set.of(Plan.State.FROZEN), Plan.State.WITHDRAWN));
    world.asksForApprovalFrom(0);
    assertThat(approve(frozen(), "bob")).isInstanceOf(ApprovalResult.NotAwaited.class);
    assertThat(world.act(() -> plans().approve(-1, UUID.randomUUID(), "bob")))
        .isEqualTo(new ApprovalResult.NoSuchPlan());
  }

  @Test
  void ofManyWhoApproveAPlanAtOnceOneDoes() {
    Plan plan = frozenForApproval();
    List<CompletableFuture<ApprovalResult>> clicks =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> approve(plan, "p" + i)))
            .toList();
    assertThat(clicks.stream().map(CompletableFuture::join).toList())
        .filteredOn(ApprovalResult.Approved.class::isInstance)
        .hasSize(1);
  }

  @Test
  void anUnapprovedPlanIsWithdrawnAndApprovedNoMore() {
    Plan plan = frozenForApproval();
    assertThat(
            world.act(
                () -> plans().move(plan.id(), Set.of(Plan.State.FROZEN), Plan.State.WITHDRAWN)))
        .isInstanceOf(PlanTransition.Entered.class);
    assertThat(approve(plan, "bob")).isInstanceOf(ApprovalResult.NotAwaited.class);
  }

  @Test
  void anApprovalThatIsRolledBackWasNotGiven() {
    Plan plan = frozenForApproval();
    world.look(() -> plans().approve(plan.id(), plan.progress().digest(), "bob"));
    assertThat(start(plan)).isEqualTo(new PlanTransition.Unapproved());
  }

  @Test
  void aSmallerPlanAndAPlanOfOneNeedNobody() {
    world.asksForApprovalFrom(3);
    park(ParkingReason.NO_IDENTITY, 2);
    assertThat(frozen().progress().approval()).isEqualTo(new Approval.NotNeeded());
    world.asksForApprovalFrom(1);
    Made one = world.act(() -> plans().freeze(Selection.parked(consumer, 1), PACE, ANN));
    assertThat(((Made.Frozen) one).plan().progress().approval())
        .isEqualTo(new Approval.NotNeeded());
  }

  private Plan frozenForApproval() {
    world.asksForApprovalFrom(3);
    park(ParkingReason.NO_IDENTITY, 3);
    return frozen();
  }

  private ApprovalResult approve(Plan plan, String who) {
    return world.act(() -> plans().approve(plan.id(), plan.progress().digest(), who));
  }

  private void park(ParkingReason reason, int many) {
    ParkedMessage parked =
        new ParkedMessage(
            consumer, Messages.text("x"), new Verdict(reason, "x"), IdentityEvidence.unknown());
    for (int i = 0; i < many; i++) {
      world.act(
          () -> {
            world.memory().parking().park(List.of(parked));
            return parked;
          });
    }
  }

  private Made freeze() {
    return world.act(() -> plans().freeze(Selection.parked(consumer, 100), PACE, ANN));
  }

  private Plan frozen() {
    return ((Made.Frozen) freeze()).plan();
  }

  private PlanTransition start(Plan plan) {
    return world.act(() -> plans().move(plan.id(), Set.of(Plan.State.FROZEN), Plan.State.RUNNING));
  }

  private Optional<PlanLease> take() {
    return world.act(() -> turns().take(Set.of(consumer), LIFE));
  }

  private void settle(PlanLease lease, Item item, ItemEnd end) {
    world.act(
        () -> {
          turns().settle(lease, item, end, LIFE);
          return item;
        });
  }

  private static long id(Made made) {
    return made instanceof Made.There there ? there.plan().id() : ((Made.Frozen) made).plan().id();
  }

  private Plans plans() {
    return world.stores().plans();
  }

  private PlanLeases turns() {
    return world.stores().planLeases();
  }
}
