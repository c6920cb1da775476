// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.Origin;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.PlanActs.Made;

/** Finding what is parked by what a person knows of it, and telling a misspelt name. */
public abstract class SearchContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "credit was given");
  private static final String CREDIT = "com.shop.NoCredit at com.shop.Orders.reserve";
  private static final String PRICE = "com.shop.NoPrice at com.shop.Orders.price";
  private static final Plan.Pace PACE = new Plan.Pace(1_000, 0);

  private final OpsWorld world;
  private final String consumer = "c-" + UUID.randomUUID();
  private final Operations operations;

  public SearchContract(OpsWorld world) {
    this.world = world;
    this.operations =
        world.operations(
            new Replayer(), name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS);
  }

  @Test
  void whatFailedSoIsFoundByItsClassAndItsMessage() {
    park("1", "java.lang.IllegalStateException: no credit for BLK");
    park("2", "java.lang.IllegalStateException: no price");
    park("3", "java.lang.IllegalStateException: no credit for RED");
    assertThat(found(ParkedFilter.ALL.saying("IllegalStateException: no credit")))
        .containsExactly("1", "3");
    assertThat(found(ParkedFilter.ALL.saying("no credit for BLK"))).containsExactly("1");
    assertThat(found(ParkedFilter.ALL.saying("no_credit"))).as("no pattern").isEmpty();
  }

  @Test
  void whatFailedSoWhenItWasReleasedIsFound() {
    park("1", "x: y");
    park("2", "x: y");
    long id = number("2");
    world.act(
        () -> {
          world.stores().cases().failed(id, new Failure("Oops", "still no credit"));
          return id;
        });
    assertThat(found(ParkedFilter.ALL.saying("still no credit"))).containsExactly("2");
  }

  @Test
  void aMessageIsFoundByItsJmsMessageIdThoughItHasNoIdentity() {
    park("1", "x: y");
    Message flood = message("", "ID:flood");
    world.act(
        () -> {
          world
              .memory()
              .parking()
              .park(
                  List.of(
                      new ParkedMessage(
                          consumer,
                          flood,
                          new Verdict(ParkingReason.HEADERS_REFUSED, "too many"),
                          IdentityEvidence.unknown())));
          return flood;
        });
    List<Long> numbers =
        operations.parked().search(consumer, ParkedFilter.ALL.messageId("ID:flood"), 0, 9);
    assertThat(numbers).hasSize(1);
    assertThat(operations.parked().show(numbers.get(0), 0).orElseThrow().message().origin())
        .isEqualTo(flood.origin());
  }

  @Test
  void keysReasonsAndTimesNarrowASearch() {
    park("1", "x: y");
    park("2", "x: y");
    park("3", "x: y");
    Instant second = operations.parked().show(number("2"), 0).orElseThrow().standing().since();
    assertThat(found(ParkedFilter.ALL.keys(Set.of("1", "3")))).containsExactly("1", "3");
    assertThat(found(ParkedFilter.ALL.since(second))).containsExactly("2", "3");
    assertThat(found(ParkedFilter.ALL.until(second))).containsExactly("1");
    assertThat(found(ParkedFilter.ALL.because(ParkingReason.NOT_JSON))).isEmpty();
    assertThat(
            found(
                ParkedFilter.ALL
                    .because(ParkingReason.ATTEMPTS_EXHAUSTED)
                    .since(second)
                    .keys(Set.of("3"))))
        .containsExactly("3");
  }

  @Test
  void aSearchGoesOnBehindItsLastNumber() {
    park("1", "x: y");
    park("2", "x: z");
    park("3", "x: y");
    ParkedFilter which = ParkedFilter.ALL.saying("x: y");
    List<Long> first = operations.parked().search(consumer, which, 0, 1);
    assertThat(operations.parked().search(consumer, which, first.get(0), 1))
        .containsExactly(number("3"));
  }

  @Test
  void whatFailedAlikeIsOneGroupTheLargestFirst() {
    parkFailed("1", PRICE);
    parkFailed("2", CREDIT);
    parkFailed("3", CREDIT);
    park("4", "no failure is known");
    assertThat(groups())
        .extracting(group -> group.group().orElse("-") + " " + group.rows())
        .containsExactly(CREDIT + " 2", "- 1", PRICE + " 1");
    FailureGroup largest = groups().get(0);
    assertThat(largest.consumer()).isEqualTo(consumer);
    assertThat(largest.reason()).isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(largest.oldest()).isGreaterThanOrEqualTo(largest.latest()).isPositive();
    assertThat(operations.parked().groups(Optional.of(consumer), 1)).hasSize(1);
    assertThat(operations.parked().groups(Optional.empty(), 100_000))
        .filteredOn(group -> group.consumer().equals(consumer))
        .hasSize(3);
    assertThat(found(ParkedFilter.ALL.ofGroup(CREDIT))).containsExactly("2", "3");
    assertThat(found(ParkedFilter.ALL.ofGroup("com.shop"))).as("no part of a name").isEmpty();
  }

  @Test
  void aReleaseThatFailsOtherwiseBringsAMessageIntoThatGroup() {
    parkFailed("1", CREDIT);
    long id = number("1");
    world.act(
        () -> {
          world.stores().cases().failed(id, new Failure("Oops", "no price", PRICE));
          return id;
        });
    assertThat(found(ParkedFilter.ALL.ofGroup(PRICE))).containsExactly("1");
    assertThat(groups()).extracting(FailureGroup::group).containsExactly(Optional.of(PRICE));
    assertThat(operations.parked().show(id, 0).orElseThrow().cause().group()).contains(PRICE);
  }

  @Test
  void groupsGoOnBehindTheLastOne() {
    parkFailed("1", PRICE);
    parkFailed("2", CREDIT);
    parkFailed("3", CREDIT);
    park("4", "no failure is known");
    List<FailureGroup> whole = groups();
    List<ParkedActs.GroupPlace> seen = new ArrayList<>();
    ParkedActs.GroupPlace after = ParkedActs.GroupPlace.START;
    for (int i = 0; i < whole.size(); i++) {
      after = operations.parked().groups(Optional.of(consumer), after, 1).get(0).place();
      seen.add(after);
    }
    assertThat(seen).isEqualTo(whole.stream().map(FailureGroup::place).toList());
    assertThat(operations.parked().groups(Optional.of(consumer), after, 1)).isEmpty();
  }

  @Test
  void aSettledMessageIsInNoGroup() {
    parkFailed("1", CREDIT);
    operations.parked().withdraw(number("1"), ANN);
    assertThat(groups()).isEmpty();
  }

  @Test
  void aPlanIsMadeOfOneGroup() {
    parkFailed("1", PRICE);
    parkFailed("2", CREDIT);
    parkFailed("3", CREDIT);
    Selection alike = Selection.parked(consumer, ParkedFilter.ALL.ofGroup(CREDIT), 9);
    Made made = operations.plans().freeze(alike, PACE, ANN);
    assertThat(((Made.Frozen) made).plan().progress().size()).isEqualTo(2);
  }

  @Test
  void aPlanIsMadeOfWhatASearchFinds() {
    park("1", "java.lang.IllegalStateException: no credit for BLK");
    park("2", "java.lang.IllegalStateException: no price");
    Selection found =
        Selection.parked(consumer, ParkedFilter.ALL.saying("IllegalStateException: no credit"), 9);
    Plan plan = ((Made.Frozen) operations.plans().freeze(found, PACE, ANN)).plan();
    assertThat(plan.progress().size()).isEqualTo(1);
    assertThat(operations.plans().contents(plan.id()).orElseThrow().selection()).isEqualTo(found);
    assertThatThrownBy(
            () -> new Selection(consumer, Plan.Source.KEPT, ParkedFilter.ALL.saying("x"), 9, 0, 9))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMisspeltConsumerIsToldFromAMessageThatNeverCame() {
    world.register(consumer, "cloudevent");
    Identity neverCame = new Identity(consumer, "/shop|A1");
    assertThat(operations.identities().dossier(neverCame).consumer())
        .isEqualTo(
            new ConsumerName.Known(
                consumer, Optional.of("cloudevent"), Optional.of("<source>|<id>")))
        .extracting(known -> ((ConsumerName.Known) known).keyForm().orElseThrow())
        .isEqualTo("<source>|<id>");
    Identity misspelt = new Identity(consumer + "s", "/shop|A1");
    assertThat(operations.identities().dossier(misspelt).consumer())
        .isEqualTo(new ConsumerName.NoSuch());
  }

  @Test
  void aPlanForAMisspeltConsumerIsToldFromOneOfNothing() {
    world.register(consumer, "cloudevent");
    assertThat(operations.plans().freeze(Selection.parked(consumer, 9), PACE, ANN))
        .isEqualTo(new Made.Empty());
    assertThat(operations.plans().freeze(Selection.parked(consumer + "s", 9), PACE, ANN))
        .isEqualTo(new Made.NoSuchConsumer());
  }

  private List<String> found(ParkedFilter which) {
    return operations.parked().search(consumer, which, 0, 100).stream()
        .map(id -> operations.parked().show(id, 0).orElseThrow())
        .map(found -> found.evidence().identity().orElseThrow().key())
        .toList();
  }

  private long number(String key) {
    return operations.parked().search(consumer, ParkedFilter.ALL.keys(Set.of(key)), 0, 1).get(0);
  }

  private List<FailureGroup> groups() {
    return operations.parked().groups(Optional.of(consumer), 100);
  }

  private void parkFailed(String key, String group) {
    park(
        key,
        new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, new Failure("Oops", "no " + key, group)));
  }

  private void park(String key, String detail) {
    park(key, new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, detail));
  }

  private void park(String key, Verdict verdict) {
    Message message = message(key, "ID:" + key);
    Offer offer = new Offer(new Identity(consumer, key), FingerprintProfile.EXACT.of(message));
    ParkedMessage parked =
        new ParkedMessage(consumer, message, verdict, IdentityEvidence.of(offer));
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
  }

  private static Message message(String key, String messageId) {
    Message keyed = Messages.keyed(key, "a", 1);
    Origin origin = keyed.origin();
    return new Message(
        keyed.headers(), keyed.body(), new Origin(origin.destination(), messageId, 1));
  }
}
