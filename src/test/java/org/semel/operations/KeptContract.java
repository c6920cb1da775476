// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.KeptActs.KeptFilter;

/** Messages that took effect and are kept: for replays, and to compare conflicts with. */
public abstract class KeptContract {

  public static final OperatorContext ANN =
      new OperatorContext("ann", "the projection is built anew");

  private static final long ALL = Long.MAX_VALUE;
  private static final Plan.Pace PACE = new Plan.Pace(1_000, 0);

  private final OpsWorld world;
  public final String consumer = "c-" + UUID.randomUUID();
  private final Replayer replayer = new Replayer();
  private final List<String> effects = new CopyOnWriteArrayList<>();
  private volatile ReplayRule rule = ReplayRule.ALLOWED;
  public final AuditedOperations operations;

  public KeptContract(OpsWorld world) {
    this.world = world;
    this.operations =
        world.operations(
            replayer, name -> rule, () -> List.of(new Destination("d")), OpsWorld.NO_DEAD_LETTERS);
  }

  @BeforeEach
  void open() {
    identifyBy(IdentityRules.header("key"));
  }

  private void identifyBy(IdentityRule identities) {
    replayer.open(
        new Receiver(Policies.of(consumer), identities, world.memory(), this::takeEffect));
  }

  /** Does something while a message is being replayed, before its identity is claimed. */
  protected final void meanwhile(Runnable act) {
    IdentityRule header = IdentityRules.header("key");
    identifyBy(
        message -> {
          CompletableFuture.runAsync(act).join();
          return header.identify(message);
        });
  }

  @Test
  void aMessageIsKeptWithTheEffectByteForByte() {
    Message message = Messages.keyed("1", "a", 1);
    receive(message);
    assertThat(kept()).extracting(KeptMessage::identity).containsExactly(identity("1"));
    long id = kept().get(0).id();
    assertThat(world.look(() -> world.stores().kept().find(id)).map(KeptMessage::message))
        .contains(message);
    assertThat(operations.kept().show(id, 1).map(KeptMessage::message)).contains(message);
    assertThat(operations.kept().show(id, 0)).contains(kept().get(0));
    assertThat(world.look(() -> world.stores().kept().kept(consumer, id, 10))).isEmpty();
  }

  @Test
  void whoReadsAKeptBodyStandsInTheAuditWithTheReason() {
    Message message = Messages.keyed("1", "a", 1);
    receive(message);
    long id = kept().get(0).id();
    assertThat(operations.kept().view(id, 100, ANN).map(KeptMessage::message)).contains(message);
    assertThat(operations.kept().view(-1, 100, ANN)).isEmpty();
    assertThat(world.look(() -> world.audit().of(identity("1"), 10)))
        .extracting(line -> line.entry().by() + " " + line.entry().act())
        .containsExactly(ANN + " VIEW");
  }

  @Test
  void aListSaysHowLargeAKeptBodyIsAndDoesNotReadIt() {
    receive(Messages.keyed("1", "a", 1));
    Body listed = kept().get(0).message().body();
    assertThat(listed.size()).isEqualTo(1);
    assertThatThrownBy(listed::bytes).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anEffectThatIsRolledBackIsNotKept() {
    world.look(
        () ->
            replayer.replay(
                new HandedIn(consumer, Messages.keyed("1", "a", 1)),
                Occasion.DELIVERY,
                intent -> false));
    assertThat(kept()).isEmpty();
  }

  @Test
  void aDuplicateIsNotKept() {
    receive(Messages.keyed("1", "a", 1));
    receive(Messages.keyed("1", "a", 1));
    assertThat(kept()).hasSize(1);
  }

  @Test
  void aCompletedIdentityStaysAbsorbed() {
    receive(Messages.keyed("1", "a", 1));
    assertThat(operations.kept().replay(kept().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.Absorbed());
    assertThat(effects).hasSize(1);
  }

  /** It is remembered under the identity that the former rule found. */
  @Test
  void aCompletedIdentityStaysAbsorbedThoughItsConsumerIdentifiesMessagesOtherwiseSince() {
    receive(Messages.keyed("1", "a", 1));
    identifyByTheKeyTwice();
    assertThat(operations.kept().replay(kept().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.Absorbed());
    assertThat(effects).hasSize(1);
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  /**
   * Under another identity they would have other keys, by which nobody tells them from new ones.
   */
  @Test
  void aForgottenIdentityThatIsAnotherByNowTakesEffectWithoutItsIntents() {
    receive(Messages.keyed("1", "a", 1));
    settleIntents("1");
    assertThat(operations.identities().forget(identity("1"), ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    identifyByTheKeyTwice();
    assertThat(operations.kept().replay(kept().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.TookEffect(1));
    assertThat(effects).containsExactly("1", "1|1");
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  private void identifyByTheKeyTwice() {
    IdentityRule header = IdentityRules.header("key");
    identifyBy(IdentityRules.composite(List.of(header, header)));
  }

  @Test
  void whatIsErasedWhileItIsReplayedTakesNoEffectAndIsNotKeptAnew() {
    receive(Messages.keyed("1", "a", 1));
    settleIntents("1");
    long id = kept().get(0).id();
    assertThat(operations.identities().forget(identity("1"), ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    meanwhile(() -> operations.identities().erase(identity("1"), ANN));
    assertThat(operations.kept().replay(id, ANN)).isEqualTo(new ReleaseResult.NotFound());
    assertThat(kept()).isEmpty();
    assertThat(operations.identities().dossier(identity("1")).claim()).isEmpty();
  }

  @Test
  void aForgottenIdentityTakesEffectAgainWithoutItsIntents() {
    receive(Messages.keyed("1", "a", 1));
    settleIntents("1");
    rule = ReplayRule.WITHOUT_INTENTS;
    assertThat(operations.identities().forget(identity("1"), ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    assertThat(operations.kept().replay(kept().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.TookEffect(1));
    assertThat(effects).hasSize(2);
    assertThat(world.intents(consumer)).isEqualTo(1);
  }

  @Test
  void aPlanOverKeptMessagesRebuildsTheForgottenAndLeavesTheRest() {
    for (int i = 0; i < 4; i++) {
      receive(Messages.keyed("k" + i, "a", 1));
      settleIntents("k" + i);
    }
    operations.identities().forget(identity("k1"), ANN);
    operations.identities().forget(identity("k2"), ANN);
    rule = ReplayRule.WITHOUT_INTENTS;
    Plan plan = frozen(Selection.kept(consumer, 100));
    assertThat(operations.plans().rehearse(plan.id()))
        .contains(new DryRunReport(2, 2, 0, 0, 0, 0, 0));
    drive(plan);
    assertThat(effects).hasSize(6).filteredOn("k1"::equals).hasSize(2);
    assertThat(world.intents(consumer)).isEqualTo(4);
  }

  /** However many are kept; a plan takes no more than so many. */
  @Test
  void onePlanBehindTheOtherReachesAllThatIsKept() {
    for (int i = 1; i <= 4; i++) {
      receive(Messages.keyed("k" + i, "a", 1));
      settleIntents("k" + i);
    }
    forgetAll();
    effects.clear();
    Plan first = frozen(Selection.kept(consumer, 2));
    long last = operations.plans().last(first.id()).orElseThrow();
    Plan second = frozen(Selection.kept(consumer, 2).beyond(last));
    drive(second);
    assertThat(effects).containsExactly("k3", "k4");
    drive(first);
    assertThat(effects).containsExactly("k3", "k4", "k1", "k2");
    assertThat(operations.plans().last(-1)).isEmpty();
  }

  @Test
  void aSearchOfWhatIsKeptAsksForTimesKeysMessageIdAndType() {
    receive(typed("k1", "order.created"));
    receive(typed("k2", "order.cancelled"));
    receive(Messages.keyed("k3", "a", 1));
    List<KeptMessage> all = kept();
    assertThat(found(KeptFilter.ALL)).containsExactly("k1", "k2", "k3");
    assertThat(found(KeptFilter.ALL.keys(Set.of("k3", "k1", "k9")))).containsExactly("k1", "k3");
    assertThat(found(KeptFilter.ALL.type("order.cancelled"))).containsExactly("k2");
    assertThat(found(KeptFilter.ALL.type("order"))).isEmpty();
    String id = all.get(1).message().origin().messageId();
    assertThat(found(KeptFilter.ALL.messageId(id))).contains("k2");
    assertThat(found(KeptFilter.ALL.messageId("ID:none"))).isEmpty();
    Instant second = all.get(1).kept();
    assertThat(found(KeptFilter.ALL.since(second))).containsExactly("k2", "k3");
    assertThat(found(KeptFilter.ALL.until(second))).containsExactly("k1");
    assertThat(found(KeptFilter.ALL.until(second).keys(Set.of("k1", "k3")))).containsExactly("k1");
    assertThat(found(KeptFilter.ALL.upTo(all.get(1).id()).since(second))).containsExactly("k2");
    assertThat(operations.kept().kept(consumer, KeptFilter.ALL, all.get(0).id(), 1))
        .extracting(KeptMessage::id)
        .containsExactly(all.get(1).id());
    assertThat(operations.kept().kept(consumer + "-other", KeptFilter.ALL, 0, 9)).isEmpty();
  }

  /** Any producer can send one. */
  @Test
  void aMessageWithANulInAHeaderKeepsNobodyFromSearchingByType() {
    receive(typed("k1", "order.created"));
    receive(
        Messages.text("a", Map.of("key", "k2", "ce_type", "order.created", "note", "a\0b\\u0000")));
    receive(typed("k3", "order.\0"));
    assertThat(found(KeptFilter.ALL.type("order.created"))).containsExactly("k1", "k2");
  }

  @Test
  void whatASearchFindsIsShownWithoutItsBody() {
    for (int i = 1; i <= 3; i++) {
      receive(typed("k" + i, "order.created"));
    }
    List<Long> all = kept().stream().map(KeptMessage::id).toList();
    for (KeptFilter which :
        List.of(
            KeptFilter.ALL.type("order.created"),
            KeptFilter.ALL.since(kept().get(0).kept()),
            KeptFilter.ALL.keys(Set.of("k1", "k2", "k3")))) {
      List<KeptMessage> found = operations.kept().kept(consumer, which, all.get(0), 1);
      assertThat(found).extracting(KeptMessage::id).containsExactly(all.get(1));
      assertThat(found.get(0).message().body().isRead()).isFalse();
    }
  }

  @Test
  void aPlanIsMadeOfWhatASearchOfKeptMessagesFindsAndOneBehindTheOther() {
    for (int i = 1; i <= 4; i++) {
      receive(typed("k" + i, i == 2 ? "order.cancelled" : "order.created"));
      settleIntents("k" + i);
    }
    forgetAll();
    effects.clear();
    KeptFilter created = KeptFilter.ALL.type("order.created").since(kept().get(0).kept());
    Plan first = frozen(Selection.kept(consumer, created, 2));
    receive(typed("k5", "order.created"));
    effects.clear();
    assertThat(operations.plans().freeze(Selection.kept(consumer, created, 2), PACE, ANN))
        .as("the same set")
        .isEqualTo(new PlanActs.Made.There(first));
    drive(first);
    assertThat(effects).containsExactly("k1", "k3");
    long last = operations.plans().last(first.id()).orElseThrow();
    Selection rest = Selection.kept(consumer, created.keys(Set.of("k2", "k3", "k4")), 9);
    Plan second = frozen(rest.beyond(last));
    assertThat(operations.plans().contents(second.id()).orElseThrow().selection())
        .isEqualTo(rest.beyond(last));
    drive(second);
    assertThat(effects).containsExactly("k1", "k3", "k4");
  }

  @Test
  void aFilterOfKeptMessagesSelectsNothingElse() {
    KeptFilter typed = KeptFilter.ALL.type("order.created");
    for (Plan.Source source : List.of(Plan.Source.PARKED, Plan.Source.RETRY_INTENTS)) {
      assertThatThrownBy(() -> new Selection("c", source, ParkedFilter.ALL, typed, 9, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private List<String> found(KeptFilter which) {
    return operations.kept().kept(consumer, which, 0, 100).stream()
        .map(found -> found.identity().key())
        .toList();
  }

  private static Message typed(String key, String type) {
    return Messages.text("a", Map.of("key", key, "ce_type", type));
  }

  @Test
  void theIdentitiesOfAllThatIsKeptAreForgottenPageByPage() {
    for (int i = 1; i <= 3; i++) {
      receive(Messages.keyed("k" + i, "a", 1));
    }
    settleIntents("k1");
    settleIntents("k3");
    KeptActs.Page page = operations.kept().forget(consumer, 0, ALL, 2, ANN);
    assertThat(page)
        .isEqualTo(
            new KeptActs.Page(1, 0, List.of(identity("k2")), Optional.of(kept().get(1).id())));
    page = operations.kept().forget(consumer, page.last().orElseThrow(), ALL, 2, ANN);
    assertThat(page.forgotten()).isEqualTo(1);
    assertThat(operations.kept().forget(consumer, page.last().orElseThrow(), ALL, 2, ANN))
        .isEqualTo(new KeptActs.Page(0, 0, List.of(), Optional.empty()));
    assertThat(operations.kept().forget(consumer, 0, ALL, 1, ANN).unknown()).isEqualTo(1);
    assertThat(world.look(() -> world.audit().of(identity("k1"), 10)))
        .extracting(line -> line.entry().act())
        .contains(Act.FORGET);
  }

  @Test
  void whatTookEffectIsNotReplayedWhereThePolicyForbidsIt() {
    receive(Messages.keyed("1", "a", 1));
    settleIntents("1");
    forgetAll();
    rule = ReplayRule.FORBIDDEN;
    assertThat(operations.kept().replay(kept().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.Forbidden(consumer));
    assertThat(effects).hasSize(1);
  }

  /** It stands in the tables already, which were emptied before it came. */
  @Test
  void whatTakesEffectWhileAllIsBuiltAnewIsNeitherForgottenNorReplayed() {
    receive(Messages.keyed("k1", "a", 1));
    receive(Messages.keyed("k2", "a", 1));
    effects.clear();
    long last = operations.kept().last(consumer);
    receive(Messages.keyed("k3", "a", 1));
    List.of("k1", "k2", "k3").forEach(this::settleIntents);
    rule = ReplayRule.WITHOUT_INTENTS;
    assertThat(operations.kept().forget(consumer, 0, last, 100, ANN).forgotten()).isEqualTo(2);
    drive(frozen(Selection.kept(consumer, 100).upTo(last)));
    assertThat(effects).containsExactly("k3", "k1", "k2");
    assertThat(operations.kept().last(consumer)).as("they are kept again").isGreaterThan(last);
    assertThat(operations.kept().last(consumer + "-other")).isZero();
  }

  @Test
  void aRehearsalTellsThatThePolicyForbidsToReplay() {
    receive(Messages.keyed("1", "a", 1));
    settleIntents("1");
    forgetAll();
    rule = ReplayRule.FORBIDDEN;
    Plan plan = frozen(Selection.kept(consumer, 100));
    assertThat(operations.plans().rehearse(plan.id()))
        .contains(new DryRunReport(0, 0, 0, 0, 1, 0, 0));
  }

  @Test
  void whereTheConsumerDoesNotRunAReplayIsPlannedUnlessItsPlanIsPaused() {
    receive(Messages.keyed("1", "a", 1));
    long id = kept().get(0).id();
    Operations away =
        world.operations(new Replayer(), name -> rule, List::of, OpsWorld.NO_DEAD_LETTERS);
    long plan = ((ReleaseResult.Planned) away.kept().replay(id, ANN)).plan();
    away.plans().pause(plan, ANN);
    assertThat(away.kept().replay(id, ANN))
        .isEqualTo(new ReleaseResult.PlanWaits(consumer, plan, Plan.State.PAUSED));
    assertThat(away.kept().replay(-1, ANN)).isEqualTo(new ReleaseResult.NotFound());
  }

  private void forgetAll() {
    assertThat(operations.kept().forget(consumer, 0, ALL, 100, ANN).refused()).isEmpty();
  }

  private Plan frozen(Selection selection) {
    return ((PlanActs.Made.Frozen) operations.plans().freeze(selection, PACE, ANN)).plan();
  }

  /** As a node does; one that does not come to its end fails, and does not last for ever. */
  private void drive(Plan plan) {
    operations.plans().start(plan.id(), ANN);
    await()
        .until(
            () -> {
              operations.driver().round();
              return operations.plans().find(plan.id()).orElseThrow().progress().state();
            },
            state -> state != Plan.State.RUNNING);
  }

  @Test
  void aConflictNamesTheFieldsInWhichItDiffersFromWhatTookEffect() {
    receive(Messages.keyed("1", "{\"quantity\":1,\"price\":2}", 1));
    receive(Messages.keyed("1", "{\"quantity\":3,\"price\":2.0,\"note\":\"x\"}", 1));
    ParkedCase conflict = operations.parked().waiting(consumer, 0, 10).get(0);
    assertThat(conflict.cause().reason()).isEqualTo(ParkingReason.CONFLICT);
    assertThat(conflict.evidence().differing()).containsExactly("note", "quantity");
    assertThat(conflict.evidence().conflict()).as("when the first body came").isPresent();
    assertThat(conflict.standing().since()).as("when the second came").isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ATTEMPTS_EXHAUSTED", "TERMINAL_FAILURE", "DELIVERIES_EXHAUSTED"})
  void aConflictIsComparedWithTheParkedMessageThatHoldsTheClaim(ParkingReason reason) {
    Message first = Messages.keyed("1", "{\"quantity\":1}", 4);
    Offer offer = new Offer(identity("1"), FingerprintProfile.EXACT.of(first));
    world.claim(offer);
    world.act(
        () -> {
          world
              .memory()
              .parking()
              .park(
                  List.of(
                      new ParkedMessage(
                          consumer,
                          first,
                          new Verdict(reason, "x"),
                          IdentityEvidence.of(offer).holdingClaim())));
          return first;
        });
    receive(Messages.keyed("1", "{\"quantity\":2}", 1));
    assertThat(operations.parked().waiting(consumer, 0, 10))
        .filteredOn(found -> found.cause().reason().equals(ParkingReason.CONFLICT))
        .extracting(found -> found.evidence().differing())
        .containsExactly(List.of("quantity"));
  }

  @Test
  void whereTheFirstBodyIsNotKnownNoFieldIsNamed() {
    world.claim(
        new Offer(identity("1"), FingerprintProfile.EXACT.of(Messages.keyed("1", "{}", 1))));
    receive(Messages.keyed("1", "{\"quantity\":2}", 1));
    assertThat(operations.parked().waiting(consumer, 0, 10))
        .extracting(found -> found.evidence().differing())
        .containsExactly(List.of());
  }

  /** As it would come from the broker. */
  public void receive(Message message) {
    world.act(
        () -> replayer.replay(new HandedIn(consumer, message), Occasion.DELIVERY, intent -> false));
  }

  private void takeEffect(Message message, Identity identity) {
    effects.add(identity.key());
    world
        .memory()
        .intents()
        .record(
            new Intent(
                identity,
                new Intent.Address(new Destination("d"), 0),
                Headers.none(),
                message.body()));
  }

  private void settleIntents(String key) {
    operations
        .identities()
        .dossier(identity(key))
        .intents()
        .forEach(intent -> operations.intents().withdraw(intent.key(), ANN));
  }

  public List<KeptMessage> kept() {
    return operations.kept().kept(consumer, 0, 10);
  }

  public Identity identity(String key) {
    return new Identity(consumer, key);
  }
}
