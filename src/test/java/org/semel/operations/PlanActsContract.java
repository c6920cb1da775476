// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.OperatorStores;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.desk.operate.plan.ItemEnd;
import org.semel.internal.desk.operate.plan.PlanDriver.Round;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.operate.replay.RuledReplay;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.Handler;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.receive.rows.StoringHandler;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.PlanItem.PlanContents;
import org.semel.small.Proxied;

/** Replaying many messages by a plan. The route records an intent, so that effects are counted. */
public abstract class PlanActsContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is mended");

  private final OpsWorld world;
  private final String consumer = "c-" + UUID.randomUUID();
  private final Replayer replayer = new Replayer();
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private volatile Handler route = (message, identity) -> {};
  private final AuditedOperations operations;
  private PlanActs plans;
  private Receiver receiver;

  public PlanActsContract(OpsWorld world) {
    this.world = world;
    this.operations =
        world.operations(replayer, name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS);
  }

  @BeforeEach
  void open() {
    plans = operations.plans();
    receiver =
        new Receiver(
            Policies.of(consumer), IdentityRules.header("key"), world.memory(), this::takeEffect);
    replayer.open(receiver);
  }

  @Test
  void aPlanReplaysEachOfItsMessagesOnce() {
    IntStream.range(0, 12).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(handled).hasSize(12).doesNotHaveDuplicates();
    assertThat(world.intents(consumer)).isEqualTo(12);
    assertThat(operations.parked().waiting(consumer, 0, 100)).isEmpty();
    assertThat(progress(plan).done()).isEqualTo(12);
  }

  @Test
  void aPlanBeginsWithACanary() {
    IntStream.range(0, 9).forEach(i -> exhausted("k" + i));
    assertThat(rounds(started(1_000, 0))).containsExactly(1, 2, 5, 1);
  }

  @Test
  void aRoundTakesNoMoreThanTheRate() {
    IntStream.range(0, 6).forEach(i -> exhausted("k" + i));
    assertThat(rounds(started(2, 0))).containsExactly(1, 2, 2, 1);
  }

  private List<Integer> rounds(Plan plan) {
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    await("the plan comes to its end")
        .until(
            () -> {
              int before = handled.size();
              if (operations.driver().round() instanceof Round.Worked) {
                sizes.add(handled.size() - before);
              }
              return progress(plan).state();
            },
            state -> state != Plan.State.RUNNING);
    return sizes;
  }

  @Test
  void aCanaryThatFailsStopsThePlanAndItsMessageStillWaits() {
    IntStream.range(0, 5).forEach(i -> exhausted("k" + i));
    route =
        (message, identity) -> {
          throw new IllegalStateException("still broken");
        };
    Plan plan = started(1_000, 20);
    assertThat(drive(plan)).isEqualTo(Plan.State.STOPPED);
    assertThat(handled).hasSize(1);
    assertThat(operations.parked().waiting(consumer, 0, 100)).hasSize(5);
    assertThat(world.intents(consumer)).isZero();
    route = (message, identity) -> {};
    assertThat(plans.withdraw(plan.id(), ANN)).isInstanceOf(PlanTransition.Entered.class);
    assertThat(drive(started(1_000, 0))).isEqualTo(Plan.State.DONE);
    assertThat(world.intents(consumer)).isEqualTo(5);
  }

  @Test
  void aShareOfErrorsThatIsAllowedDoesNotStopIt() {
    IntStream.range(0, 10).forEach(i -> exhausted("k" + i));
    route =
        (message, identity) -> {
          if (identity.key().equals("k9")) {
            throw new IllegalStateException("this one");
          }
        };
    Plan plan = started(1_000, 10);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isEqualTo(1);
    assertThat(operations.parked().waiting(consumer, 0, 100)).hasSize(1);
  }

  @Test
  void aPlanThatIsResumedBeginsWithACanaryAndItsEarlierErrorsAreNotHeldAgainstIt() {
    IntStream.range(0, 10).forEach(i -> exhausted("k" + i));
    route =
        (message, identity) -> {
          throw new IllegalStateException("still broken");
        };
    Plan plan = started(1_000, 20);
    assertThat(drive(plan)).isEqualTo(Plan.State.STOPPED);
    route = (message, identity) -> {};
    plans.resume(plan.id(), ANN);
    assertThat(rounds(plan)).containsExactly(1, 2, 5, 1);
    assertThat(progress(plan).state()).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isEqualTo(1);
  }

  /** It waits again, but it failed otherwise than when somebody decided that it is to be tried. */
  @Test
  void whatHasFailedAnewSinceItWasChosenIsGone() {
    IntStream.range(0, 3).forEach(i -> exhausted("k" + i));
    Plan plan = frozen(1_000, 0);
    route =
        (message, identity) -> {
          throw new IllegalStateException("another fault");
        };
    long changed = id("k1");
    assertThat(operations.parked().release(changed, ANN)).isInstanceOf(ReleaseResult.Failed.class);
    route = (message, identity) -> {};
    assertThat(plans.rehearse(plan.id())).contains(new DryRunReport(2, 0, 0, 0, 0, 1, 0));
    plans.start(plan.id(), ANN);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isZero();
    assertThat(world.intents(consumer)).isEqualTo(2);
    assertThat(id("k1")).isEqualTo(changed);
    assertThat(drive(started(1_000, 0))).as("as it stands now").isEqualTo(Plan.State.DONE);
    assertThat(world.intents(consumer)).isEqualTo(3);
  }

  /** So that who approves knows what of, and who comes afterwards which of them have failed. */
  @Test
  void aPlanShowsWhatItIsMadeOfAndWhatBecameOfEach() {
    IntStream.range(0, 2).forEach(i -> exhausted("k" + i));
    world.claim(offer("k2", "other"));
    parked("k2", ParkingReason.CONFLICT);
    Plan plan = frozen(1_000, 100);
    operations.parked().withdraw(id("k1"), ANN);
    PlanContents contents = plans.contents(plan.id()).orElseThrow();
    assertThat(contents.groups())
        .extracting(of -> of.outcome() + " " + of.reason().orElseThrow() + " " + of.rows())
        .containsExactlyInAnyOrder(
            "AS_CHOSEN ATTEMPTS_EXHAUSTED 1",
            "CHANGED ATTEMPTS_EXHAUSTED 1",
            "AS_CHOSEN CONFLICT 1");
    assertThat(contents.changed()).isEqualTo(1);
    assertThat(List.of(contents.first().orElseThrow(), contents.last().orElseThrow()))
        .extracting(PlanActsContract::shown)
        .containsExactly("0 k0 AS_CHOSEN", "2 k2 AS_CHOSEN");
    plans.start(plan.id(), ANN);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(plans.items(plan.id(), Optional.empty(), -1, 10))
        .allMatch(item -> item.settled().isPresent() && PlanItem.OUTCOMES.contains(item.outcome()))
        .extracting(PlanActsContract::shown)
        .containsExactly("0 k0 TOOK_EFFECT", "1 k1 GONE", "2 k2 REFUSED");
    assertThat(plans.items(plan.id(), Optional.of("REFUSED"), -1, 10))
        .extracting(PlanItem::ordinal)
        .containsExactly(2);
    assertThat(plans.items(plan.id(), Optional.empty(), 0, 1))
        .extracting(PlanItem::ordinal)
        .containsExactly(1);
    assertThat(plans.contents(-1)).isEmpty();
    assertThat(PlanItem.OUTCOMES)
        .hasSize(ItemEnd.values().length + 3)
        .containsAll(Stream.of(ItemEnd.values()).map(ItemEnd::name).toList());
  }

  private static String shown(PlanItem item) {
    return item.ordinal() + " " + item.identity().orElseThrow().key() + " " + item.outcome();
  }

  @Test
  void aMessageThatIsNeverToBeHadFailsAfterSomeTriesAndIsInNobodysWay() {
    IntStream.range(0, 3).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 100);
    long held = id("k0");
    world.look(
        () -> {
          assertThat(world.stores().cases().hold(held)).isNotNull();
          for (int i = 0; i < 100 && progress(plan).state() == Plan.State.RUNNING; i++) {
            CompletableFuture.runAsync(() -> operations.driver().round()).join();
            world.lapse(plan);
          }
          return held;
        });
    assertThat(progress(plan).state()).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isEqualTo(1);
    assertThat(handled).containsExactly("k1", "k2");
    assertThat(id("k0")).isEqualTo(held);
  }

  @Test
  void aMessageWhoseRouteEndsInAnErrorFailsAndIsInNobodysWay() {
    IntStream.range(0, 3).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 100);
    route =
        (message, identity) -> {
          if (identity.key().equals("k0")) {
            throw new InternalError("no font");
          }
        };
    drivenInTries(operations, plan);
    assertThat(progress(plan).failed()).isEqualTo(1);
    assertThat(handled).containsExactly("k0", "k1", "k2");
    assertThat(world.intents(consumer)).isEqualTo(2);
    assertThat(id("k0")).isPositive();
  }

  private void drivenInTries(AuditedOperations by, Plan plan) {
    for (int i = 0; i < 100 && progress(plan).state() == Plan.State.RUNNING; i++) {
      try {
        by.driver().round();
      } catch (InternalError e) { // would end the virtual machine of the tests
        throw new AssertionError("it escapes, and no try has been counted", e);
      }
      world.lapse(plan);
    }
    assertThat(progress(plan).state()).isEqualTo(Plan.State.DONE);
  }

  @Test
  void aMessageWhoseConsumerStopsAtThatMomentHasNotFailedAndWaitsForANodeThatRunsIt() {
    IntStream.range(0, 3).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    AuditedOperations stopping =
        beforeEachLook(
            (method, arguments) -> {
              if (method.getName().equals("hold")) {
                replayer.close(receiver);
              }
              return "";
            });
    stopping.driver().round();
    assertThat(progress(plan).failed()).isZero();
    assertThat(progress(plan).state()).isEqualTo(Plan.State.RUNNING);
    assertThat(operations.parked().waiting(consumer, 0, 100))
        .allMatch(found -> found.standing().failures() == 0);
    replayer.open(receiver);
    world.lapse(plan);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(handled).containsExactly("k0", "k1", "k2");
  }

  private AuditedOperations beforeEachLook(Proxied.Answer act) {
    ParkedCases real = world.stores().cases();
    ParkedCases cases =
        Proxied.as(
            ParkedCases.class,
            (method, arguments) -> {
              act.to(method, arguments);
              return Proxied.call(real, method, arguments);
            });
    OperatorStores stores =
        Proxied.as(
            OperatorStores.class,
            (method, arguments) ->
                method.getName().equals("cases")
                    ? cases
                    : Proxied.call(world.stores(), method, arguments));
    return new AuditedOperations(
        new OperatorTransactions(world.transactions(), world.audit(), world.faults()),
        stores,
        new RuledReplay(
            replayer, name -> ReplayRule.ALLOWED, world.stores().records(), world.audit()),
        List::of,
        OpsWorld.NO_DEAD_LETTERS,
        OpsWorld.aNode());
  }

  @Test
  void aPlanWaitsForTheEndOfWhatIsOnlyStored() {
    storesFirst();
    IntStream.range(0, 4).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    round(plan);
    round(plan);
    assertThat(progress(plan).done()).isZero();
    assertThat(plans.items(plan.id(), Optional.of(PlanItem.BEGUN), -1, 10)).hasSize(1);
    assertThat(plans.rehearse(plan.id())).contains(new DryRunReport(3, 0, 0, 0, 0, 0, 1));
    theWorkerIsDone(new StageChange.Completed());
    round(plan);
    assertThat(progress(plan).done()).isEqualTo(1);
    round(plan);
    theWorkerIsDone(
        new StageChange.FailedForGood(ParkingReason.TERMINAL_FAILURE, new Failure("x", "y")));
    round(plan);
    assertThat(progress(plan).state()).isEqualTo(Plan.State.STOPPED);
    assertThat(progress(plan).done()).isEqualTo(3);
    assertThat(progress(plan).failed()).isEqualTo(2);
  }

  @Test
  void whatIsStoredAndComesToNoEndCountsAsFailedAfterAWhile() {
    storesFirst();
    exhausted("1");
    Plan plan = started(1_000, 0);
    IntStream.range(0, 119).forEach(i -> round(plan));
    assertThat(progress(plan).state()).isEqualTo(Plan.State.RUNNING);
    round(plan);
    assertThat(progress(plan).state()).isEqualTo(Plan.State.STOPPED);
    assertThat(progress(plan).failed()).isEqualTo(1);
  }

  /** The first of them waits for the version of the second, which the plan hands in later. */
  @Test
  void aPlanDoesNotWaitForWhatWaitsForItsVersion() {
    storesFirst();
    exhausted("later");
    exhausted("earlier");
    Plan plan = started(1_000, 0);
    round(plan);
    theWorkerIsDone(new StageChange.Completed());
    hold("later", 3);
    round(plan);
    assertThat(plans.items(plan.id(), Optional.of("HELD"), -1, 10)).hasSize(1);
    round(plan);
    theWorkerIsDone(new StageChange.Completed());
    round(plan);
    assertThat(progress(plan).state()).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).done()).isEqualTo(2);
    assertThat(progress(plan).failed()).isZero();
  }

  private void hold(String key, long version) {
    Place place = new Place(identity("aggregate"), version);
    world.act(
        () -> {
          world.versions().lock(Map.of(place.aggregate(), 0L));
          return world
              .versions()
              .hold(List.of(new HeldMessage(place, offer(key, "a"), Messages.text("x"))));
        });
  }

  @Test
  void whatIsForgottenBeforeItsEndIsSeenIsGone() {
    storesFirst();
    exhausted("1");
    Plan plan = started(1_000, 0);
    round(plan);
    theWorkerIsDone(new StageChange.Completed());
    operations.identities().forget(identity("1"), ANN);
    round(plan);
    assertThat(plans.items(plan.id(), Optional.of("GONE"), -1, 10)).hasSize(1);
  }

  private void storesFirst() {
    replayer.open(
        new Receiver(
            Policies.of(consumer),
            IdentityRules.header("key"),
            world.memory(),
            new StoringHandler(
                Policies.of(consumer),
                world.stored(),
                world.transactions(),
                new WakeUp(),
                Optional.empty())));
  }

  private void round(Plan plan) {
    operations.driver().round();
    world.lapse(plan);
  }

  /** With all that is stored. */
  private void theWorkerIsDone(StageChange end) {
    world.act(
        () ->
            world
                .stored()
                .move(
                    world
                        .stored()
                        .lease(consumer, new Quota(10, 10), Duration.ofMinutes(1))
                        .stream()
                        .map(one -> new Move(one, end))
                        .toList()));
  }

  @Test
  void aPlanThatWaitsForAMessageStillBeginsWithACanary() {
    IntStream.range(0, 3).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    long held = id("k0");
    world.look(
        () -> {
          assertThat(world.stores().cases().hold(held)).isNotNull();
          CompletableFuture.runAsync(() -> operations.driver().round()).join();
          return held;
        });
    world.lapse(plan);
    assertThat(rounds(plan)).containsExactly(1, 2);
  }

  /** A round that waits for a message is a round, too. */
  @Test
  void aPlanThatWaitsForAMessageStopsIfTooManyHaveFailedBefore() {
    IntStream.range(0, 9).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 20);
    operations.driver().round();
    world.lapse(plan);
    failing("k1");
    long held = id("k2");
    world.look(
        () -> {
          assertThat(world.stores().cases().hold(held)).isNotNull();
          CompletableFuture.runAsync(() -> operations.driver().round()).join();
          return held;
        });
    assertThat(handled).containsExactly("k0", "k1");
    world.lapse(plan);
    assertThat(drive(plan)).isEqualTo(Plan.State.STOPPED);
    assertThat(handled).containsExactly("k0", "k1");
  }

  @Test
  void aPlanWhoseNodeDiesInARoundStopsIfTooManyHaveFailedBefore() {
    IntStream.range(0, 9).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 20);
    operations.driver().round();
    world.lapse(plan);
    failing("k1");
    theNodeDiesAtTheThirdMessage();
    failing("k1");
    world.lapse(plan);
    assertThat(drive(plan)).isEqualTo(Plan.State.STOPPED);
    assertThat(handled).containsExactly("k0", "k1", "k2");
  }

  private void failing(String key) {
    route =
        (message, identity) -> {
          if (identity.key().equals(key)) {
            throw new IllegalStateException("this one");
          }
        };
  }

  @Test
  void aRehearsalTellsNewAbsorbedAndConflictingAndChangesNothing() {
    exhausted("new");
    parked("absorbed", ParkingReason.ATTEMPTS_EXHAUSTED);
    world.claim(offer("absorbed", "a"));
    world.claim(offer("conflict", "other"));
    parked("conflict", ParkingReason.CONFLICT);
    parked("form", ParkingReason.TYPE_REFUSED);
    exhausted("gone");
    Plan plan = frozen(100, 0);
    operations.parked().withdraw(id("gone"), ANN);
    assertThat(plans.rehearse(plan.id())).contains(new DryRunReport(1, 1, 1, 0, 1, 1, 0));
    assertThat(plans.rehearse(plan.id())).contains(new DryRunReport(1, 1, 1, 0, 1, 1, 0));
    assertThat(handled).isEmpty();
    assertThat(plans.rehearse(-1)).isEmpty();
  }

  @Test
  void aRehearsalCountsNoMessageAsNewThatARivalHolds() {
    parked("held", ParkingReason.DEAD_LETTERED);
    exhausted("new");
    Plan plan = frozen(100, 0);
    DryRunReport outlook =
        world
            .look(
                () -> {
                  world.memory().claims().claim(List.of(offer("held", "a")));
                  return CompletableFuture.supplyAsync(() -> plans.rehearse(plan.id())).join();
                })
            .orElseThrow();
    assertThat(outlook).isEqualTo(new DryRunReport(1, 0, 0, 0, 0, 0, 1));
  }

  @Test
  void twoOperatorsWhoClickAtOnceGiveOneReplay() {
    IntStream.range(0, 5).forEach(i -> exhausted("k" + i));
    List<CompletableFuture<Plan>> clicks =
        IntStream.range(0, 2).mapToObj(i -> CompletableFuture.supplyAsync(this::click)).toList();
    List<Plan> made = clicks.stream().map(CompletableFuture::join).toList();
    assertThat(made.get(0).id()).isEqualTo(made.get(1).id());
    drive(made.get(0));
    assertThat(handled).hasSize(5);
  }

  @Test
  void manyNodesDriveOnePlanAndEachMessageTakesEffectOnce() {
    IntStream.range(0, 40).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    List<CompletableFuture<?>> nodes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      nodes.add(CompletableFuture.runAsync(() -> drive(plan)));
    }
    nodes.forEach(CompletableFuture::join);
    assertThat(handled).hasSize(40).doesNotHaveDuplicates();
    assertThat(world.intents(consumer)).isEqualTo(40);
  }

  @Test
  void aNodeThatDiesInARoundLosesNothingAndRepeatsNothing() {
    IntStream.range(0, 5).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    operations.driver().round();
    world.lapse(plan);
    theNodeDiesAtTheThirdMessage();
    assertThat(operations.driver().round())
        .as("the dead node's turn")
        .isEqualTo(new Round.NoPlan());
    route = (message, identity) -> {};
    plans.pause(plan.id(), ANN);
    plans.resume(plan.id(), ANN);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(world.intents(consumer)).isEqualTo(5);
    assertThat(progress(plan).done()).isEqualTo(5);
  }

  @Test
  void whatADeadNodeHadInHandIsTakenUpWhenItsLeaseHasRunOut() {
    IntStream.range(0, 5).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    operations.driver().round();
    world.lapse(plan);
    theNodeDiesAtTheThirdMessage();
    assertThat(operations.driver().round())
        .as("the dead node's turn")
        .isEqualTo(new Round.NoPlan());
    route = (message, identity) -> {};
    world.lapse(plan);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(world.intents(consumer)).isEqualTo(5);
    assertThat(progress(plan).done()).isEqualTo(5);
  }

  private void theNodeDiesAtTheThirdMessage() {
    Handler before = route;
    route =
        (message, identity) -> {
          if (handled.size() == 3) {
            throw new UnknownError("the node dies");
          }
          before.handle(message, identity);
        };
    assertThatThrownBy(() -> operations.driver().round()).isInstanceOf(UnknownError.class);
    assertThat(handled).hasSize(3);
  }

  @Test
  void afterEachRoundAPlanRestsAsItsRateSays() {
    IntStream.range(0, 6).forEach(i -> exhausted("k" + i));
    Plan plan = started(2, 0);
    for (int handedIn : List.of(1, 2, 2)) {
      int before = handled.size();
      Instant began = world.now();
      operations.driver().round();
      assertThat(handled).hasSize(before + handedIn);
      assertThat(world.due(plan)).isAfterOrEqualTo(began.plusMillis(handedIn * 500L));
      world.lapse(plan);
    }
  }

  @Test
  void aPauseWhileAMessageIsInHandUndoesThatMessage() {
    IntStream.range(0, 3).forEach(i -> exhausted("k" + i));
    Plan plan = started(1_000, 0);
    route =
        (message, identity) -> CompletableFuture.runAsync(() -> plans.pause(plan.id(), ANN)).join();
    assertThat(operations.driver().round()).isInstanceOf(Round.Superseded.class);
    assertThat(world.intents(consumer)).isZero();
    assertThat(operations.parked().waiting(consumer, 0, 10)).hasSize(3);
    assertThat(progress(plan).state()).isEqualTo(Plan.State.PAUSED);
    route = (message, identity) -> {};
    plans.resume(plan.id(), ANN);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(world.intents(consumer)).isEqualTo(3);
  }

  @Test
  void whatIsOverCannotBeStartedAgain() {
    exhausted("1");
    Plan plan = started(1_000, 0);
    assertThat(plans.start(plan.id(), ANN))
        .isEqualTo(new PlanTransition.NotFrom(Plan.State.RUNNING));
    drive(plan);
    assertThat(plans.resume(plan.id(), ANN)).isEqualTo(new PlanTransition.NotFrom(Plan.State.DONE));
    assertThat(plans.withdraw(plan.id(), ANN))
        .isEqualTo(new PlanTransition.NotFrom(Plan.State.DONE));
  }

  @Test
  void whoWhatWhyAndWhenStandInTheAuditOfEachMessage() {
    exhausted("1");
    drive(started(1_000, 0));
    assertThat(world.look(() -> world.audit().of(identity("1"), 10)))
        .extracting(line -> line.entry().by() + " " + line.entry().outcome())
        .containsExactly(ANN + " took effect");
  }

  @Test
  void whoAgreedToAPlanStandsInTheAuditAndWhoDidNotDoesNot() {
    exhausted("1");
    exhausted("2");
    world.asksForApprovalFrom(2);
    AuditedOperations asking =
        world.operations(replayer, name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS);
    Selection all = Selection.parked(consumer, 100);
    Plan plan = ((Made.Frozen) asking.plans().freeze(all, new Plan.Pace(10, 0), ANN)).plan();
    UUID digest = plan.progress().digest();
    OperatorContext bob = new OperatorContext("bob", "looked at it");
    assertThat(asking.plans().start(plan.id(), ANN)).isEqualTo(new PlanTransition.Unapproved());
    assertThat(asking.plans().approve(plan.id(), digest, ANN))
        .isEqualTo(new ApprovalResult.OwnPlan());
    assertThat(asking.plans().approve(plan.id(), digest, bob))
        .isInstanceOf(ApprovalResult.Approved.class);
    assertThat(asking.plans().start(plan.id(), ANN)).isInstanceOf(PlanTransition.Entered.class);
    assertThat(operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 3))
        .filteredOn(line -> line.subject().equals("plan " + plan.id()))
        .extracting(line -> line.by() + " " + line.act() + " " + line.outcome())
        .containsExactly(
            ANN + " START_PLAN 0 of 2 done",
            bob + " APPROVE_PLAN 2 items, digest " + digest,
            ANN + " PLAN 2 messages");
  }

  private Plan click() {
    Made made = freeze(1_000, 0);
    Plan plan = made instanceof Made.There there ? there.plan() : ((Made.Frozen) made).plan();
    plans.start(plan.id(), ANN);
    return plan;
  }

  private Made freeze(int rate, int errorShare) {
    return plans.freeze(Selection.parked(consumer, 1_000), new Plan.Pace(rate, errorShare), ANN);
  }

  private Plan frozen(int rate, int errorShare) {
    return ((Made.Frozen) freeze(rate, errorShare)).plan();
  }

  private Plan started(int rate, int errorShare) {
    Plan plan = frozen(rate, errorShare);
    assertThat(plans.start(plan.id(), ANN)).isInstanceOf(PlanTransition.Entered.class);
    return plan;
  }

  /** Makes rounds, as a node does, until the plan does not run any more. */
  private Plan.State drive(Plan plan) {
    return await("the plan comes to its end")
        .until(
            () -> {
              operations.driver().round();
              return progress(plan).state();
            },
            state -> state != Plan.State.RUNNING);
  }

  private Plan.Progress progress(Plan plan) {
    return plans.find(plan.id()).orElseThrow().progress();
  }

  private void takeEffect(Message message, Identity identity) throws Exception {
    world
        .memory()
        .intents()
        .record(
            new Intent(
                identity,
                new Intent.Address(new Destination("d"), 0),
                Headers.none(),
                message.body()));
    handled.add(identity.key());
    route.handle(message, identity);
  }

  private void exhausted(String key) {
    world.claim(offer(key, "a"));
    parked(key, ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  private void parked(String key, ParkingReason reason) {
    IdentityEvidence evidence =
        reason.equals(ParkingReason.CONFLICT)
            ? IdentityEvidence.conflicting(
                offer(key, "a"),
                new Claim.Conflict(offer(key, "other").fingerprint(), Instant.EPOCH))
            : of(reason, offer(key, "a"));
    ParkedMessage parked =
        new ParkedMessage(
            consumer, Messages.keyed(key, "a", 4), new Verdict(reason, "x: y"), evidence);
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
  }

  private long id(String key) {
    return operations.parked().waiting(consumer, 0, 100).stream()
        .filter(found -> found.evidence().identity().equals(Optional.of(identity(key))))
        .findFirst()
        .orElseThrow()
        .id();
  }

  /** One that was tried too often was claimed before. */
  private static IdentityEvidence of(ParkingReason reason, Offer offer) {
    IdentityEvidence evidence = IdentityEvidence.of(offer);
    return reason.equals(ParkingReason.ATTEMPTS_EXHAUSTED) ? evidence.holdingClaim() : evidence;
  }

  private Identity identity(String key) {
    return new Identity(consumer, key);
  }

  private Offer offer(String key, String body) {
    return new Offer(identity(key), FingerprintProfile.EXACT.of(Messages.keyed(key, body, 1)));
  }
}
