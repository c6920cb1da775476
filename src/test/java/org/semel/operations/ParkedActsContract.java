// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.parked.AuditedParkedActs;
import org.semel.internal.desk.operate.parked.ParkedReplaySource;
import org.semel.internal.desk.operate.plan.PlanDriver;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.operate.replay.RuledReplay;
import org.semel.internal.engine.receive.Handler;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.ParkedActs.WithdrawalResult;
import org.semel.operations.ParkedCase.ParkedState;

/**
 * Releasing and withdrawing parked messages. The consumer's route records an intent, so that its
 * effect can be counted wherever it runs.
 */
public abstract class ParkedActsContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is mended");

  protected final String consumer = "c-" + UUID.randomUUID();
  private final AtomicInteger calls = new AtomicInteger();
  private final Replayer replayer = new Replayer();
  private volatile Handler route = (message, identity) -> {};
  private ParkedActs acts;

  private final OpsWorld world;
  private volatile ReplayRule rule = ReplayRule.ALLOWED;
  private volatile int ordinal;

  public ParkedActsContract(OpsWorld world) {
    this.world = world;
  }

  @BeforeEach
  void open() {
    acts = operations(replayer).parked();
    identifyBy(IdentityRules.header("key"));
  }

  private void identifyBy(IdentityRule identities) {
    replayer.open(
        new Receiver(Policies.of(consumer), identities, world.memory(), this::takeEffect));
  }

  @Test
  void aMessageThatWasTriedTooOftenTakesEffectOnceItIsReleased() {
    long id = exhausted("1");
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(world.intents(consumer)).isEqualTo(1);
    assertThat(claim("1", "a")).as("claimed again").isInstanceOf(Claim.Duplicate.class);
    assertThat(acts.release(id, ANN))
        .isEqualTo(new ReleaseResult.AlreadySettled(ParkedState.RELEASED));
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  @Test
  void whoReadsABodyStandsInTheAuditWithTheReason() {
    long id = exhausted("1");
    assertThat(acts.show(id, 100)).isPresent();
    assertThat(outcomes("1")).as("a look without a name").isEmpty();
    assertThat(acts.view(id, 100, ANN).map(found -> found.message().body()))
        .contains(Messages.keyed("1", "a", 1).body());
    assertThat(acts.view(id, 0, ANN).map(found -> found.message().body().isRead())).contains(false);
    assertThat(outcomes("1")).containsExactly("body read", "body read");
    assertThat(acts.view(-1, 100, ANN)).isEmpty();
  }

  @Test
  void theRouteSeesTheMessageAsItCameWithItsDeliveriesCountedAnew() {
    long id = exhausted("1");
    route =
        (message, identity) -> {
          assertThat(message.body()).isEqualTo(Messages.keyed("1", "a", 1).body());
          assertThat(message.headers().text("key")).contains("1");
          assertThat(message.origin().deliveries()).isEqualTo(1);
          assertThat(identity).isEqualTo(identity("1"));
        };
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
  }

  @Test
  void aReleaseThatFailsLeavesAllAsItWasAndTheFailureNoted() {
    long id = exhausted("1");
    route =
        (message, identity) -> {
          throw new IllegalStateException("still broken");
        };
    assertThat(acts.release(id, ANN))
        .isEqualTo(new ReleaseResult.Failed("java.lang.IllegalStateException", "still broken"));
    assertThat(world.intents(consumer)).isZero();
    assertThat(only().standing().failures()).isEqualTo(1);
    assertThat(claim("1", "a")).as("keeps its claim").isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes("1")).containsExactly("failed: java.lang.IllegalStateException");
    route = (message, identity) -> {};
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  @Test
  void manyOperatorsWhoReleaseAtOnceGiveOneEffect() {
    long id = exhausted("1");
    CountDownLatch together = new CountDownLatch(1);
    List<CompletableFuture<ReleaseResult>> clicks =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          awaitQuietly(together);
                          return acts.release(id, new OperatorContext("operator " + i, "mended"));
                        }))
            .toList();
    together.countDown();
    List<ReleaseResult> releases = clicks.stream().map(CompletableFuture::join).toList();
    assertThat(releases).filteredOn(new ReleaseResult.TookEffect(0)::equals).hasSize(1);
    assertThat(releases)
        .filteredOn(release -> !(release instanceof ReleaseResult.TookEffect))
        .allMatch(
            release ->
                release instanceof ReleaseResult.Busy
                    || release.equals(new ReleaseResult.AlreadySettled(ParkedState.RELEASED)));
    assertThat(world.intents(consumer)).isEqualTo(1);
    assertThat(calls).hasValue(1);
    assertThat(outcomes("1")).containsExactly("took effect");
  }

  @Test
  void whileOneReleasesNobodyWithdraws() {
    long id = exhausted("1");
    route =
        (message, identity) ->
            assertThat(elsewhere(() -> acts.withdraw(id, ANN)))
                .isEqualTo(new WithdrawalResult.Busy());
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
  }

  @Test
  void aWithdrawnMessageStaysWithoutEffectAndItsDuplicatesAreAbsorbed() {
    long id = exhausted("1");
    assertThat(acts.withdraw(id, ANN)).isEqualTo(new WithdrawalResult.Withdrawn());
    assertThat(acts.withdraw(id, ANN))
        .isEqualTo(new WithdrawalResult.AlreadySettled(ParkedState.WITHDRAWN));
    assertThat(acts.release(id, ANN))
        .isEqualTo(new ReleaseResult.AlreadySettled(ParkedState.WITHDRAWN));
    assertThat(world.intents(consumer)).isZero();
    assertThat(claim("1", "a")).isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes("1")).containsExactly("withdrawn");
  }

  @Test
  void aCopyOfAWithdrawnMessageThatHadNoClaimTakesEffect() {
    long id = parked("1", ParkingReason.DEAD_LETTERED);
    assertThat(acts.withdraw(id, ANN)).isEqualTo(new WithdrawalResult.Withdrawn());
    assertThat(claim("1", "a")).isEqualTo(new Claim.Claimed());
  }

  @Test
  void aConflictStaysAConflictAndIsNoSecondCase() {
    claim("1", "other");
    long id = parked("1", ParkingReason.CONFLICT);
    assertThat(acts.release(id, ANN))
        .isEqualTo(
            new ReleaseResult.Refused(
                ParkingReason.CONFLICT, "took effect before with another body"));
    assertThat(world.intents(consumer)).isZero();
    assertThat(only().id()).isEqualTo(id);
  }

  @Test
  void aMessageThatTookEffectMeanwhileIsAbsorbed() {
    long id = parked("1", ParkingReason.ATTEMPTS_EXHAUSTED);
    claim("1", "a");
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.Absorbed());
    assertThat(calls).hasValue(0);
    assertThat(outcomes("1")).containsExactly("absorbed");
  }

  /** It failed once, and the broker gave it up in an outage, of which no attempt is counted. */
  @Test
  void whatTookEffectByAReleaseIsNotRetriedAnyMore() {
    long id = failedAndGivenUp("1");
    assertThat(states()).containsExactlyInAnyOrder("DEAD_LETTERED", "RETRYING");
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(states()).isEmpty();
  }

  @Test
  void whatFailedBeforeItIsReleasedKeepsItsFailuresIfTheReleaseFails() {
    long id = failedAndGivenUp("1");
    route =
        (message, identity) -> {
          throw new IllegalStateException("still broken");
        };
    assertThat(acts.release(id, ANN)).isInstanceOf(ReleaseResult.Failed.class);
    assertThat(states()).containsExactlyInAnyOrder("DEAD_LETTERED", "RETRYING");
  }

  private long failedAndGivenUp(String key) {
    Failure failure = new Failure("Kind", "the price list is broken");
    assertThat(world.act(() -> world.memory().attempts().failed(offer(key, "a"), failure)))
        .isPresent();
    return parked(key, ParkingReason.DEAD_LETTERED);
  }

  private List<String> states() {
    return operations(replayer).waitingMessages().stream()
        .filter(count -> count.owner().equals(consumer))
        .map(BacklogCount::state)
        .toList();
  }

  @Test
  void whatWasKeptAsEvidenceOnlyIsNeverHandedToARoute() {
    long id = parked("1", ParkingReason.TYPE_REFUSED);
    assertThat(acts.release(id, ANN)).isInstanceOf(ReleaseResult.Refused.class);
    assertThat(calls).hasValue(0);
  }

  @Test
  void whereTheConsumerDoesNotRunAPlanOfOneLetsANodeDoItThatRunsIt() {
    long id = exhausted("2");
    AuditedOperations away = operations(new Replayer());
    ReleaseResult.Planned planned = (ReleaseResult.Planned) away.parked().release(id, ANN);
    assertThat(planned.consumer()).isEqualTo(consumer);
    assertThat(away.parked().release(id, ANN)).as("a second click").isEqualTo(planned);
    assertThat(calls).hasValue(0);
    assertThat(away.driver().round()).isInstanceOf(PlanDriver.Round.NoPlan.class);
    operations(replayer).driver().round();
    assertThat(calls).hasValue(1);
    assertThat(outcomes("2")).containsExactly("took effect");
    Plan plan = away.plans().find(planned.plan()).orElseThrow();
    assertThat(plan.progress().state()).isEqualTo(Plan.State.DONE);
    assertThat(plan.progress().size()).isEqualTo(1);
    assertThat(plan.by()).isEqualTo(ANN);
    assertThat(away.parked().release(id, ANN))
        .as("as where its consumer runs")
        .isEqualTo(new ReleaseResult.AlreadySettled(ParkedState.RELEASED));
  }

  @Test
  void whereTheConsumerDoesNotRunWhatCannotBeReleasedIsAnsweredAsWhereItRuns() {
    AuditedOperations away = operations(new Replayer());
    long evidence = parked("1", ParkingReason.TYPE_REFUSED);
    assertThat(away.parked().release(evidence, ANN)).isEqualTo(acts.release(evidence, ANN));
    assertThat(acts.withdraw(evidence, ANN)).isEqualTo(new WithdrawalResult.Withdrawn());
    assertThat(away.parked().release(evidence, ANN))
        .isEqualTo(new ReleaseResult.AlreadySettled(ParkedState.WITHDRAWN));
    assertThat(away.plans().latest(100))
        .as("planned for nothing")
        .noneMatch(plan -> plan.consumer().equals(consumer));
  }

  @Test
  void aPlanOfOneThatDoesNotGoOnIsNotPromised() {
    long id = exhausted("1");
    AuditedOperations away = operations(new Replayer());
    long plan = ((ReleaseResult.Planned) away.parked().release(id, ANN)).plan();
    assertThat(away.plans().pause(plan, ANN)).isInstanceOf(PlanActs.PlanTransition.Entered.class);
    assertThat(away.parked().release(id, ANN))
        .isEqualTo(new ReleaseResult.PlanWaits(consumer, plan, Plan.State.PAUSED));
    assertThat(away.plans().resume(plan, ANN)).isInstanceOf(PlanActs.PlanTransition.Entered.class);
    assertThat(away.parked().release(id, ANN)).isInstanceOf(ReleaseResult.Planned.class);
  }

  @Test
  void aPlanOfOneWhoseRouteFailsIsDoneAndTheMessageWaits() {
    long id = exhausted("1");
    AuditedOperations away = operations(new Replayer());
    ReleaseResult.Planned planned = (ReleaseResult.Planned) away.parked().release(id, ANN);
    route =
        (message, identity) -> {
          throw new IllegalStateException("still broken");
        };
    operations(replayer).driver().round();
    Plan.Progress progress = away.plans().find(planned.plan()).orElseThrow().progress();
    assertThat(progress.state()).isEqualTo(Plan.State.DONE);
    assertThat(progress.failed()).isEqualTo(1);
    assertThat(only().id()).isEqualTo(id);
  }

  @Test
  void whatHasChangedSinceItWasLookedAtIsLeftAsItIs() {
    long id = exhausted("1");
    RowVersion seen = new RowVersion(only().standing().version());
    Handler mended = route;
    route =
        (message, identity) -> {
          throw new IllegalStateException("broken otherwise");
        };
    assertThat(acts.release(id, seen, ANN)).isInstanceOf(ReleaseResult.Failed.class);
    route = mended;
    assertThat(acts.release(id, seen, ANN)).isEqualTo(new ReleaseResult.Changed());
    assertThat(operations(new Replayer()).parked().release(id, seen, ANN))
        .as("where its consumer does not run")
        .isEqualTo(new ReleaseResult.Changed());
    assertThat(acts.withdraw(id, seen, ANN)).isEqualTo(new WithdrawalResult.Changed());
    RowVersion now = new RowVersion(only().standing().version());
    assertThat(acts.release(id, now, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(acts.withdraw(id, now, ANN))
        .isEqualTo(new WithdrawalResult.AlreadySettled(ParkedCase.ParkedState.RELEASED));
  }

  @Test
  void noPlanIsMadeOfWhatChangesWhileTheConsumerIsFoundToRunElsewhere() {
    long id = exhausted("1");
    RowVersion seen = new RowVersion(only().standing().version());
    route =
        (message, identity) -> {
          throw new IllegalStateException("broken otherwise");
        };
    ParkedActs away =
        awayWherePlansAreFrozenBehind(
            () -> assertThat(acts.release(id, seen, ANN)).isInstanceOf(ReleaseResult.Failed.class));
    assertThat(away.release(id, seen, ANN)).isEqualTo(new ReleaseResult.Changed());
    assertThat(operations(replayer).plans().latest(100))
        .noneMatch(plan -> plan.consumer().equals(consumer));
    assertThat(only().id()).as("waits").isEqualTo(id);
  }

  @Test
  void whatIsNotThereIsAbsent() {
    assertThat(acts.release(-1, ANN)).isEqualTo(new ReleaseResult.NotFound());
    assertThat(acts.withdraw(-1, ANN)).isEqualTo(new WithdrawalResult.NotFound());
  }

  /** It never took effect, so that nothing is repeated: what it intends is still to happen. */
  @ParameterizedTest
  @EnumSource(ReplayRule.class)
  void aFirstEffectIsReleasedWithItsIntentsWhateverTheReplayPolicy(ReplayRule policy) {
    long id = exhausted("1");
    rule = policy;
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(calls).hasValue(1);
    assertThat(world.intents(consumer)).isEqualTo(1);
    assertThat(outcomes("1")).containsExactly("took effect");
  }

  @Test
  void replayWithoutIntentsSuppressesExternalEffectsAndCountsThem() {
    long copy = aCopyOfWhatTookEffectAndWasForgotten("1");
    rule = ReplayRule.WITHOUT_INTENTS;
    ordinal = 1; // so that it is not left out for being recorded already
    assertThat(acts.release(copy, ANN)).isEqualTo(new ReleaseResult.TookEffect(1));
    assertThat(calls).as("its effect is made again").hasValue(2);
    assertThat(world.intents(consumer)).isEqualTo(1);
    assertThat(outcomes("1").get(0)).isEqualTo("took effect, without 1 intents");
  }

  @Test
  void whereReplayIsForbiddenNothingIsRepeated() {
    long copy = aCopyOfWhatTookEffectAndWasForgotten("1");
    rule = ReplayRule.FORBIDDEN;
    assertThat(acts.release(copy, ANN)).isEqualTo(new ReleaseResult.Forbidden(consumer));
    assertThat(calls).hasValue(1);
    assertThat(only().id()).isEqualTo(copy);
  }

  /** Each look at a body is an act, and so is each release that fails. */
  @Test
  void aRepeatIsForbiddenHoweverManyActsThereWereSinceItWasForgotten() {
    long copy = aCopyOfWhatTookEffectAndWasForgotten("1");
    Subject subject = new Subject("parked " + copy, Optional.of(identity("1")));
    world.act(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            world.audit().write(new AuditEntry(ANN, Act.VIEW, subject, "body read"));
          }
          return copy;
        });
    rule = ReplayRule.FORBIDDEN;
    assertThat(acts.release(copy, ANN)).isEqualTo(new ReleaseResult.Forbidden(consumer));
    assertThat(calls).hasValue(1);
  }

  /** Its copy took effect under the identity that the present rule finds, and was forgotten so. */
  @Test
  void aRepeatIsForbiddenThoughItsConsumerIdentifiesMessagesOtherwiseSinceItWasParked() {
    long copy = parked("1", ParkingReason.DEAD_LETTERED);
    IdentityRule header = IdentityRules.header("key");
    identifyBy(IdentityRules.composite(List.of(header, header)));
    HandedIn delivered = new HandedIn(consumer, Messages.keyed("1", "a", 1));
    world.act(() -> replayer.replay(delivered, Occasion.DELIVERY, intent -> false));
    forget(identity("1|1"));
    rule = ReplayRule.FORBIDDEN;
    assertThat(acts.release(copy, ANN)).isEqualTo(new ReleaseResult.Forbidden(consumer));
    assertThat(calls).hasValue(1);
  }

  /** Nothing of it ever happened. */
  @Test
  void whatWasWithdrawnAndForgottenTakesEffectForTheFirstTime() {
    assertThat(acts.withdraw(exhausted("1"), ANN)).isEqualTo(new WithdrawalResult.Withdrawn());
    assertThat(operations(replayer).identities().forget(identity("1"), ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    long copy = parked("1", ParkingReason.DEAD_LETTERED);
    rule = ReplayRule.FORBIDDEN;
    assertThat(acts.release(copy, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  @Test
  void aRouteIsToldWhetherItsMessageTakesEffectForTheFirstTime() {
    List<Occasion> told = new CopyOnWriteArrayList<>();
    route = (message, identity) -> told.add(Occasion.now());
    long copy = aCopyOfWhatTookEffectAndWasForgotten("1");
    assertThat(acts.release(copy, ANN)).isInstanceOf(ReleaseResult.TookEffect.class);
    assertThat(told).containsExactly(Occasion.RELEASE, Occasion.REPLAY);
    assertThat(Occasion.now()).as("behind it").isEqualTo(Occasion.DELIVERY);
  }

  private long aCopyOfWhatTookEffectAndWasForgotten(String key) {
    assertThat(acts.release(exhausted(key), ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    long copy = parked(key, ParkingReason.DEAD_LETTERED);
    forget(identity(key));
    return copy;
  }

  private void forget(Identity tookEffect) {
    Operations all = operations(replayer);
    for (IntentRecord open :
        world.look(() -> world.stores().records().openIntents(tookEffect, 9))) {
      all.intents().withdraw(open.key(), ANN);
    }
    assertThat(all.identities().forget(tookEffect, ANN)).isEqualTo(new ForgetResult.Forgotten());
  }

  @Test
  void anIntentThatIsRecordedAlreadyIsNotRecordedAgain() {
    long id = exhausted("1");
    assertThat(acts.release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    world.act(() -> world.stores().records().forget(identity("1")));
    long again = exhausted("1");
    assertThat(acts.release(again, ANN)).isEqualTo(new ReleaseResult.TookEffect(1));
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  private AuditedOperations operations(Replayer houses) {
    return world.operations(houses, name -> rule, List::of, OpsWorld.NO_DEAD_LETTERS);
  }

  /** Acts where no consumer runs, and no plan is frozen before {@code first} is done. */
  private ParkedActs awayWherePlansAreFrozenBehind(Runnable first) {
    Plans plans = world.stores().plans();
    Plans behind =
        (Plans)
            Proxy.newProxyInstance(
                Plans.class.getClassLoader(),
                new Class<?>[] {Plans.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("freeze")) {
                    CompletableFuture.runAsync(first).join();
                  }
                  return method.invoke(plans, arguments);
                });
    OperatorTransactions transactions =
        new OperatorTransactions(world.transactions(), world.audit(), world.faults());
    MessageReplay replay =
        new MessageReplay(
            transactions,
            new ParkedReplaySource(world.stores().cases()),
            new RuledReplay(new Replayer(), name -> rule, world.stores().records(), world.audit()));
    return new AuditedParkedActs(transactions, world.stores().cases(), replay, behind);
  }

  private void takeEffect(Message message, Identity identity) throws Exception {
    calls.incrementAndGet();
    world
        .memory()
        .intents()
        .record(
            new Intent(
                identity,
                new Intent.Address(new Destination("d"), ordinal),
                Headers.none(),
                message.body()));
    route.handle(message, identity);
  }

  /** Parks a message as the receiver does after its last attempt, claim and all. */
  private long exhausted(String key) {
    world.claim(offer(key, "a"));
    return parked(key, ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  private long parked(String key, ParkingReason reason) {
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
    return only().id();
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

  private Claim claim(String key, String body) {
    return world.claim(offer(key, body));
  }

  private ParkedCase only() {
    List<ParkedCase> waiting = acts.waiting(consumer, 0, 10);
    assertThat(waiting).hasSize(1);
    return waiting.get(0);
  }

  private List<String> outcomes(String key) {
    return world.look(() -> world.audit().of(identity(key), 10)).stream()
        .map(line -> line.entry().outcome())
        .toList();
  }

  private static <T> T elsewhere(Supplier<T> act) {
    return CompletableFuture.supplyAsync(act).join();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
