// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.Routing;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.small.Proxied;

/** Releases of what waited, batch by batch. */
class ResequencerTest {

  private static final BatchLimit MOST = new BatchLimit(7, 1000);

  private final OrderedWorld world = new OrderedWorld();
  private final List<String> written = new ArrayList<>();
  private final List<IdentifiedMessage> routed = new ArrayList<>();
  private ClaimedHandler route = OrderedWorld::processed;
  private final Resequencer releasing = over(world.world.transactions);

  @Test
  void itTakesAsMuchAsThePolicyAllows() {
    assertThat(releasing.limit()).isEqualTo(world.policy.concurrency().batch());
  }

  @Test
  void whatIsDueIsReleasedTogetherWithItsIntentsAndBodies() {
    due(2, 3, 4);
    assertThat(receipts(releasing.workOff(MOST))).hasSize(3);
    assertThat(written).containsExactly("flush", "flush");
    assertThat(releasing.workOff(MOST)).isEmpty();
  }

  @Test
  void afterAFailureOneIsTakenAtATimeUntilOneGoesWell() {
    due(2, 3, 4);
    IllegalStateException fault = new IllegalStateException("no stock");
    route =
        ours -> {
          throw fault;
        };
    assertThat(releasing.workOff(MOST))
        .contains(new BatchResult.PermanentFault(3, Optional.empty(), fault));
    route = OrderedWorld::processed;
    assertThat(receipts(releasing.workOff(MOST))).hasSize(1);
    assertThat(receipts(releasing.workOff(MOST))).hasSize(2);
  }

  @Test
  void oneThatCannotTakeEffectAtItsTurnIsParkedAndThoseBehindItWait() {
    due(2, 3);
    route = ResequencerTest::parked;
    assertThat(receipts(releasing.workOff(MOST))).hasExactlyElementsOfTypes(Receipt.Parked.class);
    assertThat(routed).hasSize(1);
    assertThat(world.world.parking.rows()).hasSize(1);
    assertThat(world.memory.standing(OrderedWorld.A))
        .hasValueSatisfying(
            standing -> {
              assertThat(standing.version()).isEqualTo(1);
              assertThat(standing.ignored()).isZero();
            });
    assertThat(world.memory.waiting("c")).hasSize(1);
  }

  private static List<Receipt> parked(List<IdentifiedMessage> ours) {
    Verdict verdict = new Verdict(ParkingReason.EXPIRED, "too late");
    return ours.stream()
        .<Receipt>map(
            one ->
                new Receipt.Parked(
                    new ParkedMessage(
                        "c", one.message(), verdict, IdentityEvidence.of(one.offer()))))
        .toList();
  }

  @Test
  void oneThatIsAlwaysBusyLooksForGapsAtEveryTwentiethBatch() {
    due(LongStream.rangeClosed(2, 25).toArray());
    world.asked.clear();
    for (int i = 0; i < 19; i++) {
      releasing.workOff(MOST.atMost(1));
    }
    assertThat(world.asked).doesNotContain("overdue");
    releasing.workOff(MOST.atMost(1));
    assertThat(world.asked).contains("overdue");
  }

  @Test
  void whatWasReleasedIsToldThoughTheLookForGapsFails() {
    due(LongStream.rangeClosed(2, 25).toArray());
    for (int i = 0; i < 19; i++) {
      releasing.workOff(MOST.atMost(1));
    }
    World.Passing away = new World.Passing();
    route =
        ours -> {
          world.world.transactions.afterCommit(() -> world.world.transactions.failNextCommit(away));
          return OrderedWorld.processed(ours);
        };
    world.told.clear();
    assertThat(releasing.workOff(MOST.atMost(1))).contains(new BatchResult.TransientFault(away));
    assertThat(world.told).hasExactlyElementsOfTypes(Receipt.Processed.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 1})
  void anotherBodyThatWasOvertakenIsAConflictHoweverManyAreReleasedTogether(int most) {
    world.come(3, 4);
    world.come(1, 2); // 3 and 4 are due
    world.in(() -> world.gate(OrderedWorld::processed).handle(List.of(corrected(3), corrected(4))));
    world.memory.age(Duration.ofSeconds(1));
    List<Receipt> receipts = new ArrayList<>();
    for (Optional<BatchResult> some = releasing.workOff(MOST.atMost(most));
        some.isPresent();
        some = releasing.workOff(MOST.atMost(most))) {
      receipts.addAll(receipts(some));
    }
    assertThat(receipts).hasExactlyElementsOfTypes(Receipt.Ignored.class, Receipt.Parked.class);
    assertThat(world.world.parking.rows()).hasSize(1);
    assertThat(world.memory.waiting("c")).isEmpty();
  }

  private static IdentifiedMessage corrected(long version) {
    Message message =
        Messages.text("corrected", Map.of("aggregate", "a", "version", Long.toString(version)));
    Identity identity = new Identity("c", "corrected|" + version);
    return new IdentifiedMessage(
        message, new Offer(identity, FingerprintProfile.EXACT.of(message)));
  }

  @Test
  void oneWhoseRouteEndsInAnErrorIsParkedAfterThePolicysAttemptsAndHoldsUpNoOtherAggregate() {
    due(2, 3);
    Identity other = new Identity("c", "b");
    world.in(() -> world.gate(OrderedWorld::processed).handle(List.of(candidate(other, 2))));
    world.in(() -> world.gate(OrderedWorld::processed).handle(List.of(candidate(other, 1))));
    route = routing("a|2", new InternalError("no font"));
    passes(20);
    assertThat(world.world.parking.rows())
        .singleElement()
        .satisfies(
            parked -> {
              assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
              assertThat(parked.verdict().detail()).contains("InternalError");
            });
    assertThat(world.memory.waiting("c")).containsOnlyKeys(new Place(OrderedWorld.A, 3));
  }

  /** As it runs behind the gate. */
  private ClaimedHandler routing(String key, Error error) {
    return new Routing(
        world.policy.reading().headers(),
        (message, identity) -> {
          if (identity.key().equals(key)) {
            throw error;
          }
        },
        Proxied.as(KeptBodies.class, (method, arguments) -> Optional.empty()));
  }

  private static IdentifiedMessage candidate(Identity aggregate, long version) {
    HeldMessage waiting = OrderedWorld.waiting(aggregate, version);
    return new IdentifiedMessage(waiting.message(), waiting.offer());
  }

  private void passes(int times) {
    for (int i = 0; i < times; i++) {
      world.memory.age(Duration.ofSeconds(1));
      try {
        releasing.workOff(MOST);
      } catch (InternalError e) { // would end the virtual machine of the tests
        throw new AssertionError("it escapes, and nothing has been learnt of it", e);
      }
    }
  }

  /** Else the time of a whole transaction goes by for each message that is released. */
  @Test
  void afterAReleaseThatLastedTooLongFewerAreTakenTogether() {
    due(LongStream.rangeClosed(2, 25).toArray());
    AtomicInteger inOne = new AtomicInteger();
    route =
        ours -> {
          if (inOne.incrementAndGet() > 4) {
            throw new TransactionTimedOut();
          }
          return OrderedWorld.processed(ours);
        };
    Resequencer slow = over(timingOut());
    List<BatchResult> inVain = new ArrayList<>();
    for (int i = 0; i < 100 && !world.memory.waiting("c").isEmpty(); i++) {
      inOne.set(0);
      slow.workOff(slow.limit())
          .filter(result -> !(result instanceof BatchResult.BatchCommitted))
          .ifPresent(inVain::add);
    }
    assertThat(world.memory.waiting("c")).isEmpty();
    assertThat(inVain).hasExactlyElementsOfTypes(BatchResult.Overran.class);
  }

  /** As a server's transactions are that roll back when their time is up. */
  private Transactions timingOut() {
    return Proxied.as(
        Transactions.class,
        (method, arguments) -> {
          Object came = Proxied.call(world.world.transactions, method, arguments);
          return came instanceof RolledBack<?> failed
                  && failed.cause() instanceof TransactionTimedOut
              ? new RolledBack<>(During.OVERTIME, failed.cause())
              : came;
        });
  }

  @Test
  void howItEndedThatNobodyKnowsIsAnInterruption() {
    IllegalStateException heuristic = new IllegalStateException("heuristic");
    Completion<?> unknown = new Completion.Unknown<>(heuristic);
    Transactions ending = Proxied.as(Transactions.class, (method, arguments) -> unknown);
    assertThat(over(ending).workOff(MOST)).contains(new BatchResult.TransientFault(heuristic));
  }

  /** They came while 1 was missing, which has come since. */
  private void due(long... versions) {
    world.come(versions);
    world.come(1);
    world.memory.age(Duration.ofSeconds(1));
  }

  private static List<Receipt> receipts(Optional<BatchResult> result) {
    return ((BatchResult.BatchCommitted) result.orElseThrow()).receipts();
  }

  private Resequencer over(Transactions transactions) {
    World inside = world.world;
    Intents intents = Proxied.as(Intents.class, (method, arguments) -> note(method.getName()));
    KeptBodies bodies = Proxied.as(KeptBodies.class, (method, arguments) -> note(method.getName()));
    ReceiverStores stores =
        new ReceiverStores(inside.inbox, inside.attempts, inside.parking, intents, bodies);
    HeldTransaction work = new HeldTransaction(world.policy, world.versions, stores, this::handle);
    HeldFailureHandler failures =
        new HeldFailureHandler(
            world.policy, world.versions, inside.parking, inside.transactions, world);
    return new Resequencer(world.policy, work, transactions, inside.faults, failures);
  }

  private Object note(String act) {
    written.add(act);
    return Optional.empty();
  }

  private List<Receipt> handle(List<IdentifiedMessage> ours) {
    routed.addAll(ours);
    return route.handle(ours);
  }
}
