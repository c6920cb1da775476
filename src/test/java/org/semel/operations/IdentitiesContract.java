// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.OperatorStores;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.operate.replay.RuledReplay;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.GapActs.AggregateStanding;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.Identities.Erasure;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Identities.Obstacle;
import org.semel.operations.Identities.Remembrance;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.Operations.Findings;
import org.semel.operations.ParkedActs.WithdrawalResult;
import org.semel.small.Proxied;

/** Looking an identity up, forgetting it, and acts upon its intents. */
public abstract class IdentitiesContract {

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the effect was undone by hand");

  private final OpsWorld world;
  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final Identity identity = new Identity("c-" + UUID.randomUUID(), "1");
  private final Operations operations;

  public IdentitiesContract(OpsWorld world) {
    this.world = world;
    this.operations =
        world.operations(
            new Replayer(),
            name -> ReplayRule.ALLOWED,
            () -> List.of(destination),
            OpsWorld.NO_DEAD_LETTERS);
  }

  @Test
  void theDossierTellsAllThatIsKnown() {
    world.claim(offer());
    world.claim(offer());
    UUID key = record(0);
    IntStream.range(1, 20).forEach(this::record);
    park(ParkingReason.CONFLICT);
    operations.intents().withdraw(key, ANN);
    Dossier dossier = operations.identities().dossier(identity);
    assertThat(dossier.claim()).isPresent();
    assertThat(dossier.absorbed().count()).isEqualTo(1);
    assertThat(dossier.parked()).hasSize(1);
    assertThat(dossier.intents()).hasSize(20);
    assertThat(dossier.intents().get(0).state()).isEqualTo(IntentState.WITHDRAWN);
    assertThat(dossier.acts()).extracting(line -> line.entry().by()).containsExactly(ANN);
    assertThat(dossier.failures()).isEmpty();
  }

  /** Of seven consumers each knows the key in another way, and one does not. */
  @Test
  void aKeyIsFoundWhateverKnowsItAndOfTheConsumersAskedForOnly() {
    Map<String, Identity> named =
        Stream.of("claim", "tried", "stored", "held", "parked", "intent", "act", "nothing")
            .collect(
                toMap(name -> name, name -> new Identity(name + "-" + UUID.randomUUID(), "K-1")));
    List<String> consumers = named.values().stream().map(Identity::consumer).toList();
    world.claim(offer(named.get("claim")));
    world.act(
        () -> world.memory().attempts().failed(offer(named.get("tried")), new Failure("k", "d")));
    Message message = Messages.text("x");
    world.act(() -> world.stored().store(List.of(new InboxEntry(named.get("stored"), message))));
    hold(new Place(new Identity(named.get("held").consumer(), "A-1"), 3), named.get("held"));
    park(named.get("parked"), ParkingReason.CONFLICT);
    record(named.get("intent"), 0);
    world.claim(offer(named.get("act")));
    operations.identities().forget(named.get("act"), ANN);
    assertThat(operations.find("K-1", consumers).identities())
        .containsExactlyElementsOf(
            named.entrySet().stream()
                .filter(each -> !each.getKey().equals("nothing"))
                .map(Map.Entry::getValue)
                .sorted(Comparator.comparing(Identity::consumer))
                .toList());
    assertThat(operations.find("K-1", List.of(consumers.get(0))).identities())
        .allMatch(found -> found.consumer().equals(consumers.get(0)));
    assertThat(operations.find("A-1", consumers).aggregates())
        .containsExactly(new Identity(named.get("held").consumer(), "A-1"));
    assertThat(operations.find("K-2", consumers))
        .isEqualTo(new Findings(List.of(), List.of(), List.of(), List.of(), List.of()));
    assertThat(operations.find("K-1", List.of()))
        .isEqualTo(new Findings(List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void aParkedMessageIsFoundByItsMessageIdThoughItIsSettled() {
    park(ParkingReason.CONFLICT);
    ParkedCase parked = operations.identities().dossier(identity).parked().get(0);
    String id = parked.message().origin().messageId();
    assertThat(operations.find(id, List.of(identity.consumer())).parked())
        .containsExactly(parked.id());
    assertThat(operations.find(id, List.of("another")).parked()).isEmpty();
    operations.parked().withdraw(parked.id(), ANN);
    park(ParkingReason.CONFLICT);
    long later = operations.identities().dossier(identity).parked().get(1).id();
    assertThat(operations.find(id, List.of(identity.consumer())).parked())
        .as("what waits comes first")
        .containsExactly(later, parked.id());
  }

  @Test
  void whatTookEffectIsFoundByItsMessageIdIfItWasKept() {
    keep();
    KeptMessage kept = operations.kept().kept(identity.consumer(), 0, 1).get(0);
    String id = kept.message().origin().messageId();
    assertThat(operations.find(id, List.of(identity.consumer())).kept()).containsExactly(kept.id());
    assertThat(operations.find(id, List.of("another")).kept()).isEmpty();
    assertThat(operations.find("another " + id, List.of(identity.consumer())).kept()).isEmpty();
    operations.identities().erase(identity, ANN);
    assertThat(operations.find(id, List.of(identity.consumer())).kept()).isEmpty();
  }

  @Test
  void anIntentIsFoundByWhatItsProviderCallsTheEffect() {
    String reference = "receipt " + UUID.randomUUID();
    UUID key = record(0);
    assertThat(operations.find(reference, List.of()).intents()).isEmpty();
    operations.intents().delivered(key, reference, ANN);
    assertThat(operations.find(reference, List.of()).intents())
        .extracting(IntentRecord::key)
        .containsExactly(key);
    assertThat(operations.find("another " + reference, List.of()).intents()).isEmpty();
  }

  @Test
  void theDossierTellsFailuresOfAMessageThatIsStillTried() {
    world.act(() -> world.memory().attempts().failed(offer(), new Failure("kind", "detail")));
    assertThat(operations.identities().dossier(identity).failures()).isPresent();
  }

  @Test
  void theDossierTellsWhereAMessageStandsThatIsStoredOrWaitsForAVersion() {
    assertThat(operations.identities().dossier(identity).underway())
        .isEqualTo(new Underway(Optional.empty(), Optional.empty()));
    Message message = Messages.text("x");
    Place place = new Place(new Identity(identity.consumer(), "aggregate"), 3);
    world.act(() -> world.stored().store(List.of(new InboxEntry(identity, message))));
    world.act(
        () -> {
          world.versions().lock(Map.of(place.aggregate(), 0L));
          return world.versions().hold(List.of(new HeldMessage(place, offer(), message)));
        });
    Underway underway = operations.identities().dossier(identity).underway();
    assertThat(underway.stored())
        .get()
        .extracting(Underway.Stored::stage)
        .isEqualTo(Underway.Stage.RECEIVED);
    assertThat(underway.held())
        .get()
        .extracting(held -> new Place(held.aggregate(), held.version()))
        .isEqualTo(place);
  }

  @Test
  void aGapThatIsDeclaredLostIsWrittenDownAndOnlyOnce() {
    Identity aggregate = new Identity(identity.consumer(), "aggregate");
    for (long version : List.of(3L, 7L)) {
      world.act(
          () -> {
            world.versions().lock(Map.of(aggregate, 0L));
            return world
                .versions()
                .hold(
                    List.of(
                        new HeldMessage(
                            new Place(aggregate, version), offer(), Messages.text("x"))));
          });
    }
    Gap gap = operations.gaps().open(identity.consumer(), 10).get(0);
    assertThat(operations.gaps().declareLost(gap, ANN)).isInstanceOf(Loss.Lost.class);
    assertThat(operations.gaps().declareLost(gap, ANN)).isEqualTo(new Loss.Closed());
    assertThat(world.look(() -> world.audit().of(aggregate, 10)))
        .extracting(line -> line.entry().act() + " " + line.entry().subject().name())
        .containsExactly("DECLARE_LOST versions 1 to 2");
    assertThat(world.look(() -> world.audit().of(aggregate, 10)))
        .extracting(line -> line.entry().by())
        .containsExactly(ANN);
    assertThat(operations.gaps().standing(aggregate))
        .get()
        .isEqualTo(new AggregateStanding(aggregate, 2, 0, 2));
  }

  @Test
  void aForgottenIdentityTakesEffectAgain() {
    world.claim(offer());
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    assertThat(outcomes()).containsExactly("FORGET forgotten");
    assertThat(world.claim(offer())).isInstanceOf(Claim.Claimed.class);
  }

  /** Where no claim is kept, what was stored is what absorbs it. */
  @Test
  void whatOnlyTheStoredMessageRemembersIsForgottenAndCanBeStoredAgain() {
    store(new StageChange.Completed());
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    assertThat(outcomes()).containsExactly("FORGET forgotten");
    assertThat(forget()).isEqualTo(new ForgetResult.NotRemembered());
    assertThat(world.act(() -> world.stored().store(List.of(entry())))).containsExactly(identity);
  }

  @Test
  void whatWasWithdrawnIsForgottenAsThatWhereOnlyTheStoredMessageRemembersIt() {
    parkStored();
    assertThat(forget()).isInstanceOf(Obstacle.Parked.class);
    withdraw();
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    assertThat(outcomes())
        .containsExactly("FORGET forgotten; it was withdrawn", "WITHDRAW withdrawn");
  }

  /** Else its first effect would pass for a repeat later. */
  @Test
  void soItIsWhenItsBodyHasBeenErased() {
    parkStored();
    withdraw();
    assertThat(erase()).isNotInstanceOf(Obstacle.class);
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    assertThat(outcomes()).contains("FORGET forgotten; it was withdrawn");
  }

  /** What was stored failed for good, and waits for a person. */
  private void parkStored() {
    store(new StageChange.FailedForGood(ParkingReason.TERMINAL_FAILURE, new Failure("k", "d")));
    park(ParkingReason.TERMINAL_FAILURE);
    world.act(
        () -> {
          List<LeasedMessage> failed = world.stored().failedForGood(identity.consumer(), 1);
          return world.stored().move(List.of(new Move(failed.get(0), new StageChange.Parked())));
        });
  }

  private void withdraw() {
    assertThat(
            operations
                .parked()
                .withdraw(operations.parked().waiting(identity.consumer(), 0, 1).get(0).id(), ANN))
        .isEqualTo(new WithdrawalResult.Withdrawn());
  }

  /** It is in conflict with what was stored, and has made no claim that it could hold. */
  @Test
  void aConflictThatHoldsNoClaimKeepsNobodyFromForgettingTheBodyThatWasStored() {
    store(new StageChange.Completed());
    ParkedMessage conflict =
        new ParkedMessage(
            identity.consumer(),
            Messages.keyed("1", "b", 1),
            new Verdict(ParkingReason.CONFLICT, "x"),
            IdentityEvidence.conflicting(
                    new Offer(identity, FingerprintProfile.EXACT.of(Messages.keyed("1", "b", 1))),
                    new Claim.Conflict(offer().fingerprint(), Instant.EPOCH))
                .holdingClaim());
    world.act(
        () -> {
          world.memory().parking().park(List.of(conflict));
          return conflict;
        });
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    assertThat(world.act(() -> world.stored().store(List.of(entry())))).containsExactly(identity);
  }

  /** It was stored, and came to this. */
  private void store(StageChange end) {
    world.act(() -> world.stored().store(List.of(entry())));
    List<LeasedMessage> leased =
        world.act(
            () ->
                world.stored().lease(identity.consumer(), new Quota(1, 1), Duration.ofMinutes(1)));
    assertThat(world.act(() -> world.stored().move(List.of(new Move(leased.get(0), end)))))
        .as("refused")
        .isEmpty();
  }

  private InboxEntry entry() {
    return new InboxEntry(identity, Messages.keyed("1", "a", 1));
  }

  @Test
  void ofManyWhoForgetAtOnceOneDoes() {
    world.claim(offer());
    List<CompletableFuture<ForgetResult>> clicks =
        IntStream.range(0, 8).mapToObj(i -> CompletableFuture.supplyAsync(this::forget)).toList();
    assertThat(clicks.stream().map(CompletableFuture::join).toList())
        .containsOnlyOnce(new ForgetResult.Forgotten())
        .contains(new ForgetResult.NotRemembered());
    assertThat(outcomes()).hasSize(1);
  }

  @Test
  void nothingIsForgottenThatAParkedMessageHolds() {
    world.claim(offer());
    park(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(forget()).isInstanceOf(Obstacle.Parked.class);
    assertThat(world.claim(offer())).isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes()).isEmpty();
  }

  @Test
  void nothingIsForgottenWhileAnExternalEffectMayStillHappen() {
    world.claim(offer());
    UUID key = record(0);
    assertThat(forget()).isInstanceOf(Obstacle.IntentsOpen.class);
    operations.intents().delivered(key, "receipt 17", ANN);
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
  }

  /** Else its first effect would pass for a repeat later. */
  @Test
  void nothingIsForgottenThatIsStoredAndHasNotTakenEffect() {
    world.claim(offer());
    world.act(() -> world.stored().store(List.of(new InboxEntry(identity, Messages.text("x")))));
    assertThat(forget()).isInstanceOf(Obstacle.Waiting.class);
    assertThat(world.claim(offer())).isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes()).isEmpty();
  }

  @Test
  void nothingIsForgottenThatWaitsForAVersion() {
    world.claim(offer());
    Place place = new Place(new Identity(identity.consumer(), "aggregate"), 3);
    world.act(
        () -> {
          world.versions().lock(Map.of(place.aggregate(), 0L));
          return world
              .versions()
              .hold(List.of(new HeldMessage(place, offer(), Messages.text("x"))));
        });
    assertThat(forget()).isInstanceOf(Obstacle.Waiting.class);
    assertThat(world.claim(offer())).isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes()).isEmpty();
  }

  @Test
  void whatTookEffectAfterAWithdrawalIsForgottenAsAnEffect() {
    world.claim(offer());
    park(ParkingReason.ATTEMPTS_EXHAUSTED);
    operations
        .parked()
        .withdraw(operations.parked().waiting(identity.consumer(), 0, 1).get(0).id(), ANN);
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    world.claim(offer());
    assertThat(forget()).isEqualTo(new ForgetResult.Forgotten());
    assertThat(outcomes())
        .filteredOn(outcome -> outcome.startsWith("FORGET"))
        .containsExactly("FORGET forgotten", "FORGET forgotten; it was withdrawn");
  }

  @Test
  void anOpenIntentBehindAHoleAmongTheOrdinalsIsSeen() {
    world.claim(offer());
    UUID first = record(0);
    UUID far = record(700);
    operations.intents().delivered(first, "receipt 17", ANN);
    assertThat(forget()).isInstanceOf(Obstacle.IntentsOpen.class);
    assertThat(operations.identities().dossier(identity).intents())
        .extracting(IntentRecord::key)
        .containsExactly(first, far);
  }

  @Test
  void anOpenIntentForADestinationThatIsNotOfThisApplicationIsSeen() {
    world.claim(offer());
    Destination elsewhere = new Destination("e-" + UUID.randomUUID());
    Intent intent =
        new Intent(identity, new Intent.Address(elsewhere, 0), Headers.none(), Body.none());
    world.act(
        () -> {
          world.memory().intents().record(intent);
          return intent;
        });
    assertThat(forget()).isInstanceOf(Obstacle.IntentsOpen.class);
  }

  @Test
  void whatIsErasedIsGoneAndItsDuplicatesAreAbsorbedAllTheSame() {
    world.claim(offer());
    keep();
    assertThat(erase()).isEqualTo(new Erasure.Erased(1));
    assertThat(erase()).isEqualTo(new Erasure.Nothing());
    assertThat(operations.kept().kept(identity.consumer(), 0, 9)).isEmpty();
    assertThat(world.claim(offer())).isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes()).containsExactly("ERASE erased in 1 rows");
  }

  @Test
  void nothingIsErasedThatWaitsForAPerson() {
    keep();
    park(ParkingReason.CONFLICT);
    assertThat(erase()).isInstanceOf(Obstacle.Parked.class);
    operations
        .parked()
        .withdraw(operations.parked().waiting(identity.consumer(), 0, 1).get(0).id(), ANN);
    assertThat(erase()).isInstanceOf(Erasure.Erased.class);
  }

  @Test
  void nothingIsErasedWhileAnExternalEffectMayStillHappen() {
    keep();
    UUID key = record(0);
    assertThat(erase()).isInstanceOf(Obstacle.IntentsOpen.class);
    operations.intents().withdraw(key, ANN);
    assertThat(erase()).isInstanceOf(Erasure.Erased.class);
  }

  @Test
  void nothingIsErasedThatIsStoredAndHasNotTakenEffect() {
    keep();
    world.act(() -> world.stored().store(List.of(new InboxEntry(identity, Messages.text("x")))));
    assertThat(erase()).isInstanceOf(Obstacle.Waiting.class);
  }

  @Test
  void nothingIsErasedThatWaitsForAVersion() {
    keep();
    Place place = new Place(new Identity(identity.consumer(), "aggregate"), 3);
    world.act(
        () -> {
          world.versions().lock(Map.of(place.aggregate(), 0L));
          return world
              .versions()
              .hold(List.of(new HeldMessage(place, offer(), Messages.text("x"))));
        });
    assertThat(erase()).isInstanceOf(Obstacle.Waiting.class);
  }

  private Erasure erase() {
    return operations.identities().erase(identity, ANN);
  }

  private void keep() {
    world.act(
        () -> {
          world.memory().bodies().keep(identity, Messages.keyed("1", "a", 1));
          world.memory().bodies().flush();
          return identity;
        });
  }

  @Test
  void actsUponIntentsStandInTheAuditAndThoseThatChangedNothingDoNot() {
    UUID key = record(0);
    assertThat(operations.intents().retry(key, ANN)).isInstanceOf(Intervention.Done.class);
    assertThat(operations.intents().withdraw(key, ANN)).isInstanceOf(Intervention.Done.class);
    assertThat(operations.intents().delivered(key, "r", ANN))
        .isEqualTo(new Intervention.AlreadySettled(IntentState.WITHDRAWN));
    assertThat(operations.intents().retry(UUID.randomUUID(), ANN))
        .isEqualTo(new Intervention.NotFound());
    assertThat(outcomes())
        .containsExactly("WITHDRAW_INTENT was pending", "RETRY_INTENT was pending");
  }

  private ForgetResult forget() {
    return operations.identities().forget(identity, ANN);
  }

  /** It takes effect between the look at what is in the way and the forgetting. */
  @Test
  void whatTakesEffectAtThatMomentIsNotForgottenAsLongAsItsIntentsAreOpen() {
    Operations overtaken =
        beforeForgetting(
            () -> {
              world.claim(offer());
              record(0);
            });
    assertThat(overtaken.identities().forget(identity, ANN))
        .isInstanceOf(Obstacle.IntentsOpen.class);
    assertThat(world.claim(offer())).isInstanceOf(Claim.Duplicate.class);
    assertThat(operations.identities().dossier(identity).acts()).isEmpty();
  }

  @Test
  void whatTakesEffectAtThatMomentIsToldBesideThePageThatIsForgotten() {
    keep();
    Operations overtaken =
        beforeForgetting(
            () -> {
              world.claim(offer());
              record(0);
            });
    assertThat(overtaken.kept().forget(identity.consumer(), 0, Long.MAX_VALUE, 9, ANN).refused())
        .containsExactly(identity);
    assertThat(world.claim(offer())).isInstanceOf(Claim.Duplicate.class);
  }

  private Operations beforeForgetting(Runnable act) {
    Records real = world.stores().records();
    Records records =
        Proxied.as(
            Records.class,
            (method, arguments) -> {
              if (method.getName().equals("forget")) {
                CompletableFuture.runAsync(act).join();
              }
              return Proxied.call(real, method, arguments);
            });
    OperatorStores stores =
        Proxied.as(
            OperatorStores.class,
            (method, arguments) ->
                method.getName().equals("records")
                    ? records
                    : Proxied.call(world.stores(), method, arguments));
    return new AuditedOperations(
        new OperatorTransactions(world.transactions(), world.audit(), world.faults()),
        stores,
        new RuledReplay(new Replayer(), name -> ReplayRule.ALLOWED, real, world.audit()),
        () -> List.of(destination),
        OpsWorld.NO_DEAD_LETTERS,
        OpsWorld.aNode());
  }

  private UUID record(int ordinal) {
    return record(identity, ordinal);
  }

  private UUID record(Identity cause, int ordinal) {
    Intent intent =
        new Intent(cause, new Intent.Address(destination, ordinal), Headers.none(), Body.none());
    return world.act(
        () -> {
          world.memory().intents().record(intent);
          return intent.key();
        });
  }

  private void park(ParkingReason reason) {
    park(identity, reason);
  }

  private void hold(Place place, Identity early) {
    world.act(
        () -> {
          world.versions().lock(Map.of(place.aggregate(), 0L));
          return world
              .versions()
              .hold(List.of(new HeldMessage(place, offer(early), Messages.text("x"))));
        });
  }

  private void park(Identity identity, ParkingReason reason) {
    ParkedMessage parked =
        new ParkedMessage(
            identity.consumer(),
            Messages.keyed("1", "a", 1),
            new Verdict(reason, "x"),
            reason.equals(ParkingReason.CONFLICT)
                ? IdentityEvidence.of(offer(identity))
                : IdentityEvidence.of(offer(identity)).holdingClaim());
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
  }

  private List<String> outcomes() {
    return world.look(() -> world.audit().of(identity, 10)).stream()
        .map(AuditEntry.Line::entry)
        .map(entry -> entry.act() + " " + entry.outcome())
        .toList();
  }

  @Test
  void whatTookEffectElsewhereIsADuplicate() {
    String consumer = identity.consumer();
    world.register(consumer, "property:orderNo");
    Instant at = Instant.parse("2026-11-01T08:00:00Z");
    world.claim(offer());
    assertThat(operations.identities().remember(consumer, List.of("1", "2", "3", "2"), at, ANN))
        .isEqualTo(new Remembrance.Added(2, 1));
    assertThat(world.claim(offer(new Identity(consumer, "2")))).isInstanceOf(Claim.Duplicate.class);
    assertThat(world.claim(offer(new Identity(consumer, "4")))).isInstanceOf(Claim.Claimed.class);
    assertThat(operations.identities().remember(consumer, List.of("3", "2", "1"), at, ANN))
        .isEqualTo(new Remembrance.Added(0, 3));
    assertThat(operations.audit(of("identities of " + consumer), Long.MAX_VALUE, 9))
        .extracting(AuditEntry.Noted::outcome)
        .containsExactly(
            "0 remembered as of 2026-11-01T08:00:00Z; 3 were before",
            "2 remembered as of 2026-11-01T08:00:00Z; 1 were before");
  }

  private static AuditFilter of(String subject) {
    return new AuditFilter(
        Optional.empty(), Optional.empty(), Optional.of(subject), ParkedFilter.Period.EVER);
  }

  @Test
  void aMemoryOfNoConsumerIsRefused() {
    String consumer = identity.consumer();
    assertThat(operations.identities().remember(consumer, List.of("1"), Instant.EPOCH, ANN))
        .isEqualTo(new Remembrance.UnknownConsumer());
    world.register(consumer, "property:orderNo");
    assertThat(world.claim(offer())).isInstanceOf(Claim.Claimed.class);
  }

  /** It is claimed, and may take effect when it is released. */
  @Test
  void whatIsParkedIsNotTakenForWhatTookEffect() {
    String consumer = identity.consumer();
    world.register(consumer, "property:orderNo");
    world.claim(offer());
    park(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(operations.identities().remember(consumer, List.of("1", "2"), Instant.now(), ANN))
        .isEqualTo(new Remembrance.Undecided(List.of("1")));
    assertThat(world.claim(offer(new Identity(consumer, "2")))).isInstanceOf(Claim.Claimed.class);
  }

  /** It is claimed, and takes effect when the versions before it have come. */
  @Test
  void whatWaitsForAVersionIsNotTakenForWhatTookEffect() {
    String consumer = identity.consumer();
    world.register(consumer, "property:orderNo");
    world.claim(offer());
    hold(new Place(new Identity(consumer, "A-1"), 3), identity);
    assertThat(operations.identities().remember(consumer, List.of("1", "2"), Instant.now(), ANN))
        .isEqualTo(new Remembrance.Undecided(List.of("1")));
    assertThat(world.claim(offer(new Identity(consumer, "2")))).isInstanceOf(Claim.Claimed.class);
  }

  @ParameterizedTest
  @MethodSource("noKeys")
  void keysThatAreNoneAreRefusedAndNothingIsRemembered(List<String> keys) {
    String consumer = identity.consumer();
    world.register(consumer, "property:orderNo");
    assertThatThrownBy(() -> operations.identities().remember(consumer, keys, Instant.EPOCH, ANN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(world.claim(offer())).isInstanceOf(Claim.Claimed.class);
  }

  static Stream<List<String>> noKeys() {
    return Stream.of(
        List.of(),
        List.of("1", " "),
        IntStream.rangeClosed(1, Identities.MOST_KEYS + 1).mapToObj(String::valueOf).toList());
  }

  private Offer offer() {
    return offer(identity);
  }

  private static Offer offer(Identity identity) {
    return new Offer(identity, FingerprintProfile.EXACT.of(Messages.keyed("1", "a", 1)));
  }
}
