// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.fake.InMemoryVersions;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.Idle;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.batch.RowWorker;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.rows.HeldFailureHandler;
import org.semel.internal.engine.receive.rows.HeldTransaction;
import org.semel.internal.engine.receive.rows.OldVersions;
import org.semel.internal.engine.receive.rows.OrderedParkedStore;
import org.semel.internal.engine.receive.rows.Resequencer;
import org.semel.internal.engine.receive.rows.VersionGate;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** The order of versions, in memory, against a simple model of it. */
class VersionGateTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int BATCH = 7;

  /** Of the world's policy. */
  private static final int DELIVERIES = 8;

  private final World world = new World();
  private final InMemoryVersions versions = new InMemoryVersions(world.transactions, world.parking);
  private final Map<String, List<Long>> effects = new HashMap<>();
  private final WakeUp released = new WakeUp();
  private final Random random = new Random();
  private final OrderPolicy policy =
      new OrderPolicy(
          new OrderPolicy.PlaceRules("property:aggregate", "property:version"),
          IdentityRules.header("aggregate"),
          IdentityRules.header("version"),
          1,
          new OrderPolicy.Patience(
              Duration.ofHours(1),
              Duration.ofMillis(1),
              new Backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
  private int faults;
  private int refused;
  private final List<Integer> failures = new ArrayList<>();
  private String failing = "";
  private RuntimeException trouble = new IllegalStateException("no");

  /** What is there of an aggregate takes effect up to the first gap, once, in order. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20261121, 42, 77, 1001, 5150})
  void inWhateverOrderTheyComeEachTakesEffectOnceAndInOrderUpToTheFirstGap(long seed) {
    random.setSeed(seed);
    for (int round = 0; round < 40; round++) {
      String prefix = "r" + round + "-";
      Map<String, Set<Long>> sent = new HashMap<>();
      List<IdentifiedMessage> all = new ArrayList<>();
      for (int i = 0; i < 120; i++) {
        String aggregate = prefix + random.nextInt(4);
        long version = 1L + random.nextInt(20);
        sent.computeIfAbsent(aggregate, absent -> new TreeSet<>()).add(version);
        all.add(candidate(aggregate, version));
      }
      Collections.shuffle(all, random);
      faults = random.nextInt(10);
      deliver(all);
      sent.forEach(
          (aggregate, numbers) ->
              assertThat(effects.getOrDefault(aggregate, List.of()))
                  .as("seed %d, %s", seed, aggregate)
                  .isEqualTo(upToTheFirstGap(numbers)));
    }
  }

  @Test
  void anOldVersionIsIgnoredAndCounted() {
    conduct(List.of(candidate("a", 1), candidate("a", 2)));
    assertThat(conduct(List.of(candidate("a", 1))))
        .hasExactlyElementsOfTypes(Receipt.Ignored.class);
    assertThat(versions.ignored(new Identity("c", "a"))).isEqualTo(1);
    assertThat(effects.get("a")).containsExactly(1L, 2L);
  }

  @Test
  void aFutureVersionIsHeldAndReleasedWithAllBehindItWhenTheMissingOneComes() {
    assertThat(conduct(List.of(candidate("a", 3), candidate("a", 2))))
        .hasExactlyElementsOfTypes(Receipt.OutOfSequence.class, Receipt.OutOfSequence.class);
    assertThat(effects).isEmpty();
    conduct(List.of(candidate("a", 1)));
    release();
    assertThat(effects.get("a")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void whatBecameOldWhileItWaitedIsIgnoredAndCounted() {
    conduct(List.of(candidate("a", 3)));
    conduct(List.of(candidate("a", 1), candidate("a", 2), candidate("a", 3)));
    release();
    assertThat(effects.get("a")).containsExactly(1L, 2L, 3L);
    assertThat(versions.ignored(new Identity("c", "a"))).isEqualTo(1);
    assertThat(versions.waiting("c")).isEmpty();
  }

  @Test
  void anotherBodyAtAPlaceWhereOneWaitsIsParkedAsAConflict() {
    conduct(List.of(candidate("a", 3)));
    List<Receipt> receipts = conduct(List.of(candidate("a", 3), candidate("a", 3, "other")));
    assertThat(receipts).hasExactlyElementsOfTypes(Receipt.Duplicate.class, Receipt.Parked.class);
    assertThat(((Receipt.Parked) receipts.get(1)).parked().evidence().conflict())
        .map(Claim.Conflict::recorded)
        .contains(candidate("a", 3).offer().fingerprint());
  }

  @Test
  void aConflictWithOneThatWaitsNamesTheFieldsThatDiffer() {
    IdentifiedMessage other = candidate("a", 3, "{\"x\":1,\"y\":3,\"z\":0}");
    conduct(List.of(candidate("a", 3, "{\"x\":1,\"y\":2}")));
    Receipt.Parked conflict = (Receipt.Parked) conduct(List.of(other)).get(0);
    park(conflict.parked());
    assertThat(world.parking.rows().get(0).evidence().differing()).containsExactly("y", "z");
    assertThat(world.parking.rows().get(0).evidence().conflict())
        .isEqualTo(conflict.parked().evidence().conflict());
  }

  @Test
  void aConflictWithOneThatTookEffectIsNotTakenForOneWithAMessageThatWaits() {
    conduct(List.of(candidate("a", 3, "{\"x\":1}")));
    IdentifiedMessage other = candidate("a", 3, "{\"x\":2}");
    Claim.Conflict elsewhere =
        new Claim.Conflict(candidate("a", 3, "{}").offer().fingerprint(), Instant.EPOCH);
    ParkedMessage conflict = OldVersions.conflict(other, elsewhere, "took effect before").parked();
    park(conflict);
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.parking.rows().get(0).verdict()).isEqualTo(conflict.verdict());
    assertThat(world.parking.rows().get(0).evidence())
        .as("its aggregate and version are known")
        .isEqualTo(conflict.evidence().of(new Identity("c", "a"), OptionalLong.of(3)));
  }

  @Test
  void anotherBodyUnderTheHighestVersionIsAConflictAndUnderAnOlderOneIgnored() {
    conduct(List.of(candidate("a", 1), candidate("a", 2)));
    List<Receipt> receipts =
        conduct(List.of(candidate("a", 1, "other"), candidate("a", 2), candidate("a", 2, "other")));
    assertThat(receipts)
        .hasExactlyElementsOfTypes(
            Receipt.Ignored.class, Receipt.Ignored.class, Receipt.Parked.class);
    assertConflict(receipts.get(2), candidate("a", 2));
    assertThat(versions.ignored(new Identity("c", "a"))).isEqualTo(2);
    assertThat(effects.get("a")).containsExactly(1L, 2L);
  }

  @Test
  void twoBodiesUnderOneVersionInOneBatchAreAConflictToo() {
    List<Receipt> receipts =
        conduct(List.of(candidate("a", 1), candidate("a", 1, "other"), candidate("a", 2)));
    assertThat(receipts)
        .hasExactlyElementsOfTypes(
            Receipt.Processed.class, Receipt.Parked.class, Receipt.Processed.class);
    assertConflict(receipts.get(1), candidate("a", 1));
    assertThat(effects.get("a")).containsExactly(1L, 2L);
  }

  @Test
  void oneThatBecameOldWhileItWaitedIsAConflictIfAnotherBodyTookEffect() {
    conduct(List.of(candidate("a", 2, "other")));
    conduct(List.of(candidate("a", 1), candidate("a", 2)));
    release();
    assertThat(effects.get("a")).containsExactly(1L, 2L);
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.parking.rows().get(0).verdict().reason()).isEqualTo(ParkingReason.CONFLICT);
    assertThat(versions.waiting("c")).isEmpty();
  }

  @Test
  void afterVersionsWereDeclaredLostNoBodyOfThemIsAConflict() {
    conduct(List.of(candidate("a", 3)));
    world.transactions.inNew(
        TIMEOUT, () -> Decision.commit(versions.declareLost(new Identity("c", "a"), 2)));
    assertThat(conduct(List.of(candidate("a", 2, "other"))))
        .hasExactlyElementsOfTypes(Receipt.Ignored.class);
  }

  private static void assertConflict(Receipt receipt, IdentifiedMessage with) {
    assertThat(((Receipt.Parked) receipt).parked().verdict().reason())
        .isEqualTo(ParkingReason.CONFLICT);
    assertThat(((Receipt.Parked) receipt).parked().evidence().conflict())
        .map(Claim.Conflict::recorded)
        .contains(with.offer().fingerprint());
  }

  private void park(ParkedMessage parked) {
    ParkedStore parking = new OrderedParkedStore(world.parking, policy, versions);
    world.transactions.inNew(
        TIMEOUT,
        () -> {
          parking.park(List.of(parked));
          return Decision.commit("");
        });
  }

  @Test
  void aReleasedOneThatFailsIsParkedInTheEndAndItsAggregateWaits() {
    conduct(List.of(candidate("a", 2), candidate("a", 3)));
    conduct(List.of(candidate("b", 2), candidate("b", 3)));
    conduct(List.of(candidate("a", 1), candidate("b", 1)));
    failing = "b";
    for (int i = 0; i < 20; i++) {
      versions.age(Duration.ofSeconds(1));
      release();
    }
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.parking.rows().get(0).verdict().reason())
        .isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(failures).as("tried, and tried again").containsExactly(1, 2, 3);
    assertThat(effects.get("b")).containsExactly(1L);
    assertThat(effects.get("a")).containsExactly(1L, 2L, 3L);
  }

  /** As often as the policy says, and once more would park it. */
  @Test
  void aReleasedOneThatFailsAndThenDoesNotTakesEffect() {
    RowWorker release = oneWaitsReleased();
    for (int failures = 1; failures < world.policy(BATCH).attemptLimits().attempts(); failures++) {
      versions.age(Duration.ofSeconds(1));
      assertThat(release.run(new BatchLimit(BATCH, 1000)))
          .isInstanceOf(BatchResult.PermanentFault.class);
    }
    itTakesEffectAfterAll(release);
  }

  @Test
  void aReleasedOneThatAFaultStopsWhichPassesInTheEndTakesEffect() {
    trouble = new World.Passing();
    RowWorker release = oneWaitsReleased();
    for (int stops = 1; stops <= DELIVERIES; stops++) {
      versions.age(Duration.ofSeconds(1));
      assertThat(release.run(new BatchLimit(BATCH, 1000)))
          .isInstanceOf(BatchResult.TransientFault.class);
    }
    itTakesEffectAfterAll(release);
  }

  @Test
  void aReleasedOneWhoseFailureCannotSayWhatItIsIsParkedInTheEnd() {
    trouble = new World.Speechless();
    RowWorker release = oneWaitsReleased();
    for (int i = 0; i < 20; i++) {
      versions.age(Duration.ofSeconds(1));
      release.run(new BatchLimit(BATCH, 1000));
    }
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(parked -> parked.verdict().reason())
        .isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  /** And is stopped in company, which says nothing of it; from now on it is alone. */
  private RowWorker oneWaitsReleased() {
    conduct(List.of(candidate("b", 2)));
    conduct(List.of(candidate("b", 1)));
    failing = "b";
    RowWorker release = releaser();
    assertThat(release.run(new BatchLimit(BATCH, 1000)))
        .isNotInstanceOf(BatchResult.BatchCommitted.class);
    return release;
  }

  private void itTakesEffectAfterAll(RowWorker release) {
    assertThat(world.parking.rows()).isEmpty();
    failing = "";
    versions.age(Duration.ofSeconds(1));
    assertThat(release.run(new BatchLimit(BATCH, 1000)))
        .isInstanceOf(BatchResult.BatchCommitted.class);
    assertThat(world.parking.rows()).isEmpty();
    assertThat(effects.get("b")).containsExactly(1L, 2L);
  }

  @Test
  void aGapThatLastsTooLongIsHandedToAPersonAndClosesByItselfIfTheMissingOneComes() {
    conduct(List.of(candidate("a", 2)));
    versions.age(Duration.ofHours(2));
    release();
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.parking.rows().get(0).verdict().reason()).isEqualTo(ParkingReason.GAP);
    conduct(List.of(candidate("a", 1)));
    assertThat(world.parking.rows()).as("settled with the gap").isEmpty();
    release();
    assertThat(effects.get("a")).containsExactly(1L, 2L);
  }

  @Test
  void aGapIsToldThoughThereIsAlwaysSomethingToRelease() {
    conduct(List.of(candidate("a", 2)));
    versions.age(Duration.ofHours(2));
    conduct(LongStream.rangeClosed(2, 60).mapToObj(v -> candidate("b", v)).toList());
    conduct(List.of(candidate("b", 1)));
    RowWorker release = releaser();
    for (int i = 0; i < 20; i++) {
      assertThat(release.run(new BatchLimit(1, 1000)))
          .isInstanceOf(BatchResult.BatchCommitted.class);
    }
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.parking.rows().get(0).verdict().reason()).isEqualTo(ParkingReason.GAP);
  }

  @Test
  void aGapThatCouldNotBeToldOfIsAnInterruptionAndToldLater() {
    conduct(List.of(candidate("a", 2)));
    versions.age(Duration.ofHours(2));
    world.transactions.failNextCommit(new World.Passing());
    RowWorker release = releaser();
    assertThat(release.run(new BatchLimit(1, 1000))).isInstanceOf(BatchResult.TransientFault.class);
    assertThat(world.parking.rows()).isEmpty();
    assertThat(release.run(new BatchLimit(1, 1000))).isInstanceOf(Idle.class);
    assertThat(world.parking.rows()).hasSize(1);
  }

  @Test
  void aFailureOfAReleasedOneThatCouldNotBeCountedIsAnInterruption() {
    conduct(List.of(candidate("b", 2)));
    conduct(List.of(candidate("b", 1)));
    failing = "b";
    RowWorker release = releaser();
    assertThat(release.run(new BatchLimit(1, 1000))).isInstanceOf(BatchResult.PermanentFault.class);
    world.transactions.failNextCommit(new World.Passing());
    assertThat(release.run(new BatchLimit(1, 1000))).isInstanceOf(BatchResult.TransientFault.class);
    failing = "";
    release();
    assertThat(effects.get("b")).containsExactly(1L, 2L);
  }

  @Test
  void aFaultThatNeverPassesForAReleasedOneParksItInTheEndAndNoOther() {
    trouble = new World.Passing();
    failing = "b";
    conduct(List.of(candidate("a", 2), candidate("b", 2)));
    failing = "";
    conduct(List.of(candidate("a", 1), candidate("b", 1)));
    failing = "b";
    RowWorker release = releaser();
    for (int i = 0; i < 4 * DELIVERIES; i++) {
      versions.age(Duration.ofSeconds(1));
      release.run(new BatchLimit(BATCH, 1000));
    }
    assertThat(world.parking.rows())
        .extracting(parked -> parked.verdict().reason())
        .containsExactly(ParkingReason.DELIVERIES_EXHAUSTED);
    assertThat(refused).as("stopped, and tried again").isGreaterThan(DELIVERIES);
    assertThat(effects.get("a")).containsExactly(1L, 2L);
    assertThat(effects.get("b")).containsExactly(1L);
  }

  @Test
  void aDatabaseThatIsGoneCountsNothingAgainstAReleasedOne() {
    trouble = new World.Passing();
    conduct(List.of(candidate("b", 2)));
    conduct(List.of(candidate("b", 1)));
    failing = "b";
    RowWorker release = releaser();
    for (int i = 0; i < 2 * DELIVERIES; i++) {
      world.transactions.failNextCommit(new World.Passing());
      assertThat(release.run(new BatchLimit(BATCH, 1000)))
          .isInstanceOf(BatchResult.TransientFault.class);
    }
    assertThat(world.parking.rows()).isEmpty();
    failing = "";
    release();
    assertThat(effects.get("b")).containsExactly(1L, 2L);
  }

  @Test
  void whatAnotherNodeReleasedMeanwhileIsNeitherCountedNorParked() {
    conduct(List.of(candidate("a", 2)));
    conduct(List.of(candidate("a", 1)));
    List<Run> seen = new ArrayList<>();
    world.transactions.inNew(
        TIMEOUT, () -> Decision.discard(seen.addAll(versions.due("c", BATCH))));
    release();
    Run last = new Run(seen.get(0).aggregate(), seen.get(0).reached(), seen.get(0).next(), 2);
    failures().failed(last, new IllegalStateException("too late"));
    assertThat(world.parking.rows()).isEmpty();
    assertThat(effects.get("a")).containsExactly(1L, 2L);
  }

  @Test
  void whatIsDeclaredLostLetsTheAggregateMoveOnAndIsIgnoredIfItComesAfterAll() {
    conduct(List.of(candidate("a", 3), candidate("a", 4)));
    world.transactions.inNew(
        TIMEOUT, () -> Decision.commit(versions.declareLost(new Identity("c", "a"), 2)));
    release();
    assertThat(effects.get("a")).containsExactly(3L, 4L);
    assertThat(conduct(List.of(candidate("a", 2))))
        .hasExactlyElementsOfTypes(Receipt.Ignored.class);
  }

  private static List<Long> upToTheFirstGap(Set<Long> numbers) {
    List<Long> expected = new ArrayList<>();
    for (long version = 1; numbers.contains(version); version++) {
      expected.add(version);
    }
    return expected;
  }

  /** In batches of random size, some of which fail and come again, with releases in between. */
  private void deliver(List<IdentifiedMessage> all) {
    List<IdentifiedMessage> open = new ArrayList<>(all);
    while (!open.isEmpty()) {
      List<IdentifiedMessage> batch =
          open.subList(0, Math.min(open.size(), 1 + random.nextInt(BATCH)));
      if (random.nextInt(10) < faults) {
        faults--;
        world.transactions.inNew(TIMEOUT, () -> Decision.discard(ordering().handle(batch)));
        Collections.shuffle(open, random);
        continue;
      }
      conduct(List.copyOf(batch));
      batch.clear();
      if (random.nextBoolean()) {
        release();
      }
    }
    release();
  }

  private List<Receipt> conduct(List<IdentifiedMessage> batch) {
    var completion =
        world.transactions.inNew(TIMEOUT, () -> Decision.commit(ordering().handle(batch)));
    return ((org.semel.internal.engine.tx.Completion.Committed<List<Receipt>>) completion).value();
  }

  private void release() {
    RowWorker release = releaser();
    for (int i = 0; i < 200; i++) {
      BatchResult result = release.run(new BatchLimit(BATCH, 1000));
      if (result instanceof Idle) {
        return;
      }
      if (result instanceof BatchResult.PermanentFault failed) {
        failed.message().ifPresent(message -> failures.add(message.failures().count()));
      }
    }
    throw new IllegalStateException("it does not come to rest");
  }

  @Test
  void aRehearsalKnowsOldVersionsAndEarlyOnesAndCallsNoRoute() {
    deliver(List.of(candidate("a", 1), candidate("a", 2)));
    effects.clear();
    ClaimedHandler rehearsed = ordering().rehearsed();
    List<Receipt> receipts = new ArrayList<>();
    world.transactions.inNew(
        TIMEOUT,
        () -> {
          for (long version : List.of(1L, 3L, 5L)) {
            receipts.addAll(rehearsed.handle(List.of(candidate("a", version))));
          }
          return Decision.discard("");
        });
    assertThat(receipts)
        .hasExactlyElementsOfTypes(
            Receipt.Ignored.class, Receipt.Processed.class, Receipt.OutOfSequence.class);
    assertThat(effects).isEmpty();
    assertThat(versions.standing(new Identity("c", "a")).orElseThrow().version()).isEqualTo(2);
  }

  private RowWorker releaser() {
    Resequencer held =
        new Resequencer(
            ordered(),
            new HeldTransaction(ordered(), versions, world.memory, route()),
            world.transactions,
            world.faults,
            failures());
    return new RowWorker(held, new Gate(), released, policy.patience().poll());
  }

  private HeldFailureHandler failures() {
    return new HeldFailureHandler(
        ordered(), versions, world.parking, world.transactions, ReceiveListener.NONE);
  }

  private VersionGate ordering() {
    return new VersionGate(ordered(), versions, world.transactions, released, route());
  }

  private ConsumerPolicy ordered() {
    return world.policy(BATCH).with(Processing.by(Protocol.XA).inOrder(policy));
  }

  private ClaimedHandler route() {
    return ours -> {
      List<Receipt> receipts = new ArrayList<>();
      for (IdentifiedMessage one : ours) {
        String aggregate = one.message().headers().text("aggregate").orElseThrow();
        if (aggregate.equals(failing)) {
          refused++;
          throw new HandlingFailed(one.identity(), trouble);
        }
        long version = Long.parseLong(one.message().headers().text("version").orElseThrow());
        world.transactions.afterCommit(
            () -> effects.computeIfAbsent(aggregate, absent -> new ArrayList<>()).add(version));
        receipts.add(new Receipt.Processed(one.identity(), one.message()));
      }
      return receipts;
    };
  }

  private static IdentifiedMessage candidate(String aggregate, long version) {
    return candidate(aggregate, version, "body");
  }

  private static IdentifiedMessage candidate(String aggregate, long version, String body) {
    Message message =
        Messages.text(body, Map.of("aggregate", aggregate, "version", Long.toString(version)));
    Identity identity = new Identity("c", aggregate + "|" + version);
    return new IdentifiedMessage(
        message, new Offer(identity, FingerprintProfile.EXACT.of(message)));
  }
}
