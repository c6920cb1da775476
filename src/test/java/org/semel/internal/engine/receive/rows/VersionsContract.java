// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Overdue;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.GapActs;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;
import org.semel.small.Proxied;

/** What keeping versions in order promises, whatever stands behind it. */
public abstract class VersionsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long ALL_BYTES = Long.MAX_VALUE;

  public final String consumer = "c-" + UUID.randomUUID();
  public final Identity a = new Identity(consumer, "a");
  protected final Identity b = new Identity(consumer, "b");

  protected abstract Transactions transactions();

  protected abstract Versions versions();

  protected abstract Gaps gaps();

  protected abstract ParkedStore parking();

  /** State and detail of each case of this identity, settled ones too. */
  protected abstract List<String> cases(Identity identity);

  protected abstract long ignored(Identity aggregate);

  /** Lets time pass for everything of {@link #consumer} that waits. */
  protected abstract void age(Duration by);

  @Test
  void aNewAggregateStandsBeforeItsFirstVersionAndKeepsWhatItReached() {
    assertThat(lock(a, 0)).isZero();
    advance(a, 3, 0);
    assertThat(lock(a, 0)).isEqualTo(3);
    assertThat(lock(b, 6)).isEqualTo(6);
  }

  @Test
  void ofTheHighestVersionTheFingerprintIsKeptAndWhenItTookEffect() {
    Reached fresh = locked(a);
    assertThat(fresh.fingerprint()).isEmpty();
    advance(a, 3, 0);
    Reached third = locked(a);
    assertThat(third.fingerprint()).contains(fingerprint("v3"));
    hold(waiting(a, 5, "x"));
    advance(a, 3, 1);
    assertThat(locked(a).fingerprint()).as("an old one came").contains(fingerprint("v3"));
    commit(() -> gaps().declareLost(a, 4));
    assertThat(due(10).get(0).reached().fingerprint()).as("nobody had it").isEmpty();
  }

  @Test
  void whatWaitsIsFoundByItsPlace() {
    hold(waiting(a, 3, "x"));
    assertThat(commit(() -> versions().waiting(new Place(a, 3)))).contains(waiting(a, 3, "x"));
    assertThat(commit(() -> versions().waiting(new Place(a, 2)))).isEmpty();
    assertThat(commit(() -> versions().waiting(new Place(b, 3)))).isEmpty();
  }

  @Test
  void aRollBackLeavesTheVersionAsItWas() {
    advance(a, 3, 0);
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              versions().lock(Map.of(a, 0L));
              versions().advance(List.of(new Advance(a, reached(9), 0)));
              return Decision.discard("");
            });
    assertThat(lock(a, 0)).isEqualTo(3);
  }

  @Test
  void whatCameTooLateIsCounted() {
    advance(a, 1, 2);
    advance(a, 1, 1);
    assertThat(ignored(a)).isEqualTo(3);
  }

  @Test
  void whatIsEarlyIsKeptOnceAndComparedWithWhatComesAgain() {
    assertThat(hold(waiting(a, 3, "x"), waiting(a, 5, "x"), waiting(a, 3, "x")))
        .containsExactly(Optional.empty(), Optional.empty(), Optional.of(fingerprint("x")));
    assertThat(hold(waiting(a, 3, "y"), waiting(a, 4, "x")))
        .containsExactly(Optional.of(fingerprint("x")), Optional.empty());
  }

  @Test
  void nothingIsReleasedBeforeItsTurn() {
    hold(waiting(a, 3, "x"));
    assertThat(due(10)).isEmpty();
  }

  @Test
  void whatFollowsWithoutAGapIsReleasedInOrderAndAsItCame() {
    hold(waiting(a, 5, "x"), waiting(a, 3, "x"), waiting(a, 2, "x"), waiting(b, 2, "x"));
    advance(a, 1, 0);
    List<Run> runs = due(10);
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).aggregate()).isEqualTo(a);
    assertThat(runs.get(0).reached().version()).isEqualTo(1);
    assertThat(runs.get(0).next()).containsExactly(waiting(a, 2, "x"), waiting(a, 3, "x"));
    assertThat(due(1).get(0).next()).containsExactly(waiting(a, 2, "x"));
  }

  @Test
  void noFurtherOneIsReleasedOnceTheBodiesAreLargeEnough() {
    hold(waiting(a, 2, "xx"), waiting(a, 3, "xx"), waiting(a, 4, "xx"));
    advance(a, 1, 0);
    assertThat(commit(() -> versions().due(consumer, 10, 1)).get(0).next()).hasSize(1);
    assertThat(commit(() -> versions().due(consumer, 10, 3)).get(0).next()).hasSize(2);
  }

  @Test
  void oneThatHasBecomeOldIsReleasedTooToBeForgotten() {
    hold(waiting(a, 3, "x"));
    advance(a, 3, 0);
    assertThat(due(10).get(0).next()).containsExactly(waiting(a, 3, "x"));
    release(a, 3, 1);
    assertThat(due(10)).isEmpty();
    assertThat(commit(() -> gaps().standing(a)))
        .contains(new GapActs.AggregateStanding(a, 3, 1, 0));
  }

  @Test
  void whatIsLeftOfALongRunIsReadyAtOnceAndWhatLiesBehindAGapIsNot() {
    hold(waiting(a, 2, "x"), waiting(a, 3, "x"), waiting(a, 5, "x"));
    advance(a, 1, 0);
    release(a, 2, 0);
    assertThat(due(10).get(0).next()).containsExactly(waiting(a, 3, "x"));
    release(a, 3, 0);
    assertThat(due(10)).isEmpty();
    assertThat(commit(() -> gaps().open(consumer, 10)))
        .extracting(Gap::aggregate, Gap::from, Gap::to)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(a, 4L, 4L));
  }

  @Test
  void whatLiesBehindOneThatWasGivenUpWaitsForIt() {
    hold(waiting(a, 2, "x"), waiting(a, 3, "x"));
    advance(a, 1, 0);
    commit(
        () -> {
          versions().lock(Map.of(a, 0L));
          versions().drop(List.of(new Place(a, 2)));
          versions().advance(List.of(new Advance(a, reached(1), 0)));
          return "";
        });
    assertThat(due(10)).isEmpty();
    age(Duration.ofHours(2));
    assertThat(overdue()).hasSize(1);
    advance(a, 2, 0);
    assertThat(due(10).get(0).next()).containsExactly(waiting(a, 3, "x"));
  }

  /** They are older than what took effect meanwhile, and a transaction takes only some of them. */
  @ParameterizedTest
  @CsvSource({"1, 1000", "7, 1"})
  void ofOvertakenOnesThatATransactionLeavesEachIsAnsweredLater(int most, long bytes) {
    hold(waiting(a, 2, "x"), waiting(a, 3, "another"), waiting(a, 4, "x"), waiting(a, 5, "x"));
    advance(a, 3, 0);
    BatchLimit limit = new BatchLimit(most, bytes);
    assertThat(releaseDue(limit)).hasExactlyElementsOfTypes(Receipt.Ignored.class);
    assertThat(releaseDue(limit)).hasExactlyElementsOfTypes(Receipt.Parked.class);
    assertThat(cases(waiting(a, 3, "another").offer().identity())).hasSize(1);
    assertThat(releaseDue(limit)).hasExactlyElementsOfTypes(Receipt.Processed.class);
    assertThat(commit(() -> versions().waiting(new Place(a, 5)))).isPresent();
    assertThat(releaseDue(limit)).hasExactlyElementsOfTypes(Receipt.Processed.class);
    assertThat(releaseDue(limit)).isEmpty();
    assertThat(ignored(a)).isEqualTo(1);
    assertThat(lock(a, 0)).isEqualTo(5);
  }

  @Test
  void ofOvertakenOnesOfTheLastAggregateThatATransactionHasRoomForEachIsAnsweredLater() {
    hold(waiting(a, 2, "v2"), waiting(b, 2, "x"), waiting(b, 3, "another"));
    advance(a, 2, 0);
    advance(b, 3, 0);
    BatchLimit two = new BatchLimit(2, 1000);
    List<Receipt> receipts = new ArrayList<>();
    for (List<Receipt> some = releaseDue(two); !some.isEmpty(); some = releaseDue(two)) {
      receipts.addAll(some);
    }
    assertThat(receipts).hasSize(3);
    assertThat(receipts).filteredOn(Receipt.Parked.class::isInstance).hasSize(1);
  }

  @Test
  void oneThatFailedIsDueLater() {
    hold(waiting(a, 2, "x"));
    advance(a, 1, 0);
    Place failing = new Place(a, 2);
    assertThat(commit(() -> versions().failed(failing, new Failure("K", "why"), HOUR))).isTrue();
    assertThat(due(10)).isEmpty();
    advance(a, 1, 1);
    assertThat(due(10)).as("an old one came").isEmpty();
    age(Duration.ofHours(2));
    assertThat(due(10).get(0).failures()).isEqualTo(1);
  }

  @Test
  void oneThatWasStoppedIsDueLaterAndNothingIsCounted() {
    hold(waiting(a, 2, "x"));
    advance(a, 1, 0);
    assertThat(commit(() -> versions().stopped(new Place(a, 2), HOUR))).isTrue();
    assertThat(due(10)).isEmpty();
    age(Duration.ofHours(2));
    assertThat(due(10).get(0).failures()).isZero();
    release(a, 2, 0);
    assertThat(commit(() -> versions().stopped(new Place(a, 2), HOUR))).isFalse();
  }

  @Test
  void aFailureOfWhatAnotherNodeReleasedMeanwhileIsNotCounted() {
    hold(waiting(a, 2, "x"), waiting(a, 3, "x"));
    advance(a, 1, 0);
    Run seen = due(1).get(0);
    release(a, 2, 0);
    Place late = seen.next().get(0).place();
    assertThat(commit(() -> versions().failed(late, new Failure("K", "too late"), HOUR))).isFalse();
    assertThat(due(10).get(0).failures()).isZero();
    assertThat(due(10).get(0).next()).containsExactly(waiting(a, 3, "x"));
  }

  @Test
  void aGapThatLastsTooLongIsToldOnceWithItsFirstMessage() {
    hold(waiting(a, 5, "x"), waiting(a, 4, "x"));
    assertThat(overdue()).isEmpty();
    age(Duration.ofHours(2));
    List<Overdue> told = overdue();
    assertThat(told).hasSize(1);
    assertThat(told.get(0).first()).isEqualTo(waiting(a, 4, "x"));
    assertThat(told.get(0).verdict().reason()).isEqualTo(ParkingReason.GAP);
    assertThat(told.get(0).verdict().detail()).startsWith("versions 1 to 3 are missing");
    assertThat(overdue()).isEmpty();
    advance(a, 2, 0);
    assertThat(overdue()).as("the same gap, narrower").isEmpty();
    hold(waiting(a, 8, "x"));
    advance(a, 3, 0);
    release(a, 5, 0);
    age(Duration.ofHours(2));
    assertThat(overdue()).as("another gap").hasSize(1);
  }

  @Test
  void noFurtherGapIsToldOnceTheBodiesAreLargeEnoughAndTheSmallestIsToldFirst() {
    hold(waiting(a, 4, "a large one"));
    hold(waiting(b, 4, "x"));
    age(Duration.ofHours(2));
    assertThat(commit(() -> versions().overdue(consumer, HOUR, 1)))
        .extracting(Overdue::first)
        .containsExactly(waiting(b, 4, "x"));
    assertThat(commit(() -> versions().overdue(consumer, HOUR, 1)))
        .extracting(Overdue::first)
        .containsExactly(waiting(a, 4, "a large one"));
    assertThat(overdue()).isEmpty();
  }

  @Test
  void whatToldOfAGapIsSettledWithIt() {
    Identity notice = tellOfAGap();
    advance(a, 2, 0);
    assertThat(cases(notice)).as("narrower").singleElement().asString().startsWith("parked");
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              versions().lock(Map.of(a, 0L));
              versions().advance(List.of(new Advance(a, reached(3), 0)));
              return Decision.discard("");
            });
    assertThat(cases(notice)).as("rolled back").singleElement().asString().startsWith("parked");
    advance(a, 3, 0);
    assertThat(cases(notice))
        .singleElement()
        .asString()
        .startsWith("released: versions 1 to 3 are missing")
        .endsWith("; closed by itself: they came");
  }

  @Test
  void whatToldOfAGapIsSettledWhenItsVersionsAreDeclaredLost() {
    Identity notice = tellOfAGap();
    commit(() -> gaps().declareLost(a, 3));
    assertThat(cases(notice))
        .singleElement()
        .asString()
        .startsWith("released: versions 1 to 3 are missing")
        .endsWith("; closed: they were declared lost");
  }

  @Test
  void theNextGapOfAnAggregateIsACaseOfItsOwn() {
    Identity first = tellOfAGap();
    hold(waiting(a, 6, "x"));
    advance(a, 3, 0);
    release(a, 4, 0);
    Identity second = tell();
    assertThat(second).isEqualTo(waiting(a, 6, "x").offer().identity());
    assertThat(cases(second)).singleElement().asString().startsWith("parked");
    assertThat(cases(first)).singleElement().asString().startsWith("released");
  }

  /** Version 4 waits for 1 to 3, and a person knows. */
  public final Identity tellOfAGap() {
    hold(waiting(a, 4, "x"));
    return tell();
  }

  private Identity tell() {
    age(Duration.ofHours(2));
    return commit(
        () -> {
          Overdue gap = versions().overdue(consumer, HOUR, ALL_BYTES).get(0);
          Offer offer = gap.first().offer();
          parking()
              .park(
                  List.of(
                      new ParkedMessage(
                          consumer,
                          gap.first().message(),
                          gap.verdict(),
                          ParkedMessage.IdentityEvidence.of(offer))));
          return offer.identity();
        });
  }

  @Test
  void whatIsDeclaredLostLetsTheAggregateMoveOn() {
    hold(waiting(a, 4, "x"), waiting(a, 5, "x"), waiting(a, 8, "x"));
    assertThat(commit(() -> gaps().open(consumer, 10)))
        .extracting(Gap::aggregate, Gap::from, Gap::to)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(a, 1L, 3L));
    assertThat(commit(() -> gaps().declareLost(a, 7)))
        .as("another gap")
        .isEqualTo(new Loss.Closed());
    assertThat(commit(() -> gaps().declareLost(a, 3))).isInstanceOf(Loss.Lost.class);
    assertThat(due(10).get(0).next()).containsExactly(waiting(a, 4, "x"), waiting(a, 5, "x"));
    assertThat(commit(() -> gaps().declareLost(a, 3))).as("twice").isEqualTo(new Loss.Closed());
    assertThat(commit(() -> gaps().declareLost(b, 3))).isEqualTo(new Loss.Closed());
  }

  @Test
  void anAggregateThatIsSetBackLetsItsVersionsComeAgain() {
    advance(a, 7, 1);
    assertThat(commit(() -> gaps().setBack(a, 2))).isEqualTo(new SettingBack.SetBack(7));
    assertThat(locked(a).version()).isEqualTo(2);
    assertThat(locked(a).fingerprint()).as("of a version that is to come").isEmpty();
    assertThat(commit(() -> gaps().setBack(a, 2))).isEqualTo(new SettingBack.AlreadyThere(2));
    assertThat(commit(() -> gaps().setBack(b, 0))).isEqualTo(new SettingBack.NotFound());
    assertThat(ignored(a)).isEqualTo(1);
  }

  /** They would be early, or old, from one moment to the next. */
  @Test
  void anAggregateIsNotSetBackWhileItsMessagesWait() {
    advance(a, 2, 0);
    hold(waiting(a, 4, "x"), waiting(a, 5, "x"));
    assertThat(commit(() -> gaps().setBack(a, 0))).isEqualTo(new SettingBack.MessagesHeld(2));
    assertThat(commit(() -> gaps().setAllBack(consumer, 0, 10))).isZero();
    advance(a, 3, 0);
    assertThat(commit(() -> gaps().setBack(a, 0)))
        .as("due")
        .isEqualTo(new SettingBack.MessagesHeld(2));
    assertThat(locked(a).version()).isEqualTo(3);
  }

  /** Its first versions are kept no longer, for instance: what comes next is early for ever. */
  @Test
  void anAggregateThatWasSetBackTooFarIsSetForwardAgain() {
    advance(a, 7, 0);
    assertThat(commit(() -> gaps().setBack(a, 0))).isEqualTo(new SettingBack.SetBack(7));
    assertThat(commit(() -> gaps().setBack(a, 4))).isEqualTo(new SettingBack.SetBack(0));
    assertThat(locked(a).version()).isEqualTo(4);
  }

  @Test
  void allAggregatesOfAConsumerAreSetBackSomeAtATime() {
    advance(a, 7, 0);
    advance(b, 1, 0);
    assertThat(commit(() -> gaps().setAllBack(consumer + "-other", 0, 10))).isZero();
    assertThat(commit(() -> gaps().setAllBack(consumer, 0, 1))).isEqualTo(1);
    assertThat(commit(() -> gaps().setAllBack(consumer, 0, 10))).isEqualTo(1);
    assertThat(commit(() -> gaps().setAllBack(consumer, 0, 10))).isZero();
    assertThat(commit(() -> gaps().setAllBack(consumer, 9, 10))).as("none forward").isZero();
    assertThat(List.of(locked(a).version(), locked(b).version())).containsOnly(0L);
  }

  @Test
  void anAggregateTellsWhereItStands() {
    assertThat(commit(() -> gaps().standing(a))).isEmpty();
    advance(a, 2, 3);
    hold(waiting(a, 4, "x"), waiting(a, 5, "x"));
    assertThat(commit(() -> gaps().standing(a)))
        .contains(new GapActs.AggregateStanding(a, 2, 3, 2));
  }

  @Test
  void anAggregateTellsItsOwnGapWhateverOthersLack() {
    assertThat(commit(() -> gaps().of(a))).as("never came").isEmpty();
    hold(waiting(b, 9, "x"));
    advance(a, 2, 0);
    assertThat(commit(() -> gaps().of(a))).as("nothing waits").isEmpty();
    hold(waiting(a, 5, "x"), waiting(a, 8, "x"));
    Gap gap = commit(() -> gaps().of(a)).orElseThrow();
    assertThat(List.of(gap.from(), gap.to())).containsExactly(3L, 4L);
    assertThat(commit(() -> gaps().open(consumer, 10))).as("the same").contains(gap).hasSize(2);
    commit(() -> gaps().declareLost(a, 4));
    assertThat(commit(() -> gaps().of(a))).as("version 5 is ready").isEmpty();
  }

  @Test
  void aListOfGapsGoesOnBehindItsLastPlace() {
    List<Identity> lacking = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Identity aggregate = new Identity(consumer, "lacking " + i);
      lacking.add(aggregate);
      lock(aggregate, 0);
      hold(waiting(aggregate, 9, "x"));
    }
    List<Identity> seen = new ArrayList<>();
    GapPlace after = GapPlace.START;
    for (int page = 0; page < 3; page++) {
      GapPlace behind = after;
      List<Gap> found = commit(() -> gaps().open(consumer, behind, 2));
      found.forEach(gap -> seen.add(gap.aggregate()));
      after = found.get(found.size() - 1).place();
    }
    GapPlace last = after;
    assertThat(seen).isEqualTo(lacking);
    assertThat(commit(() -> gaps().open(consumer, last, 2))).isEmpty();
  }

  @Test
  void anotherConsumersAggregatesAreNotTouched() {
    hold(waiting(a, 4, "x"));
    assertThat(commit(() -> gaps().open(consumer + "-other", 10))).isEmpty();
    assertThat(commit(() -> versions().due(consumer + "-other", 10))).isEmpty();
  }

  private long lock(Identity aggregate, long first) {
    return commit(() -> versions().lock(Map.of(aggregate, first))).get(aggregate).version();
  }

  private Reached locked(Identity aggregate) {
    return commit(() -> versions().lock(Map.of(aggregate, 0L))).get(aggregate);
  }

  public final void advance(Identity aggregate, long version, int late) {
    commit(
        () -> {
          versions().lock(Map.of(aggregate, 0L));
          versions().advance(List.of(new Advance(aggregate, reached(version), late)));
          return "";
        });
  }

  public final void release(Identity aggregate, long version, int late) {
    commit(
        () -> {
          versions().lock(Map.of(aggregate, 0L));
          versions().drop(List.of(new Place(aggregate, version)));
          versions().advance(List.of(new Advance(aggregate, reached(version), late)));
          return "";
        });
  }

  public final List<Optional<Fingerprint>> hold(HeldMessage... early) {
    return commit(
        () -> {
          versions().lock(Map.of(a, 0L, b, 0L));
          return versions().hold(List.of(early)).stream()
              .map(there -> there.map(Claim.Conflict::recorded))
              .toList();
        });
  }

  private List<Run> due(int most) {
    return commit(() -> versions().due(consumer, most));
  }

  private List<Receipt> releaseDue(BatchLimit most) {
    World world = new World();
    ConsumerPolicy any = world.policy(7);
    ConsumerPolicy policy =
        new ConsumerPolicy(
            consumer, any.feed(), any.reading(), any.concurrency(), any.attemptLimits());
    Intents intents = Proxied.as(Intents.class, (method, arguments) -> Optional.empty());
    ReceiverStores stores = new ReceiverStores(world.inbox, world.attempts, parking(), intents);
    HeldTransaction release =
        new HeldTransaction(policy, versions(), stores, OrderedWorld::processed);
    return transactions()
        .inNew(TIMEOUT, () -> release.release(most, new ArrayList<>()))
        .fold(
            receipts -> receipts,
            nothing -> List.of(),
            failed -> {
              throw new AssertionError(failed.cause());
            },
            unknown -> {
              throw new AssertionError(unknown.cause());
            });
  }

  private List<Overdue> overdue() {
    return commit(() -> versions().overdue(consumer, HOUR, ALL_BYTES));
  }

  public final HeldMessage waiting(Identity aggregate, long version, String body) {
    return new HeldMessage(
        new Place(aggregate, version),
        new Offer(new Identity(consumer, aggregate.key() + "|" + version), fingerprint(body)),
        Messages.text(body, Map.of("version", version)));
  }

  public static Reached reached(long version) {
    return new Reached(
        version, Optional.of(fingerprint("v" + version)), Instant.EPOCH, Instant.EPOCH);
  }

  private static Fingerprint fingerprint(String body) {
    return FingerprintProfile.EXACT.of(Messages.text(body));
  }

  public final <T> T commit(Supplier<T> work) {
    var completion = transactions().inNew(TIMEOUT, () -> Decision.commit(work.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
