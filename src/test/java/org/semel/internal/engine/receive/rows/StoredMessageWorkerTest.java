// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.Idle;
import org.semel.internal.engine.receive.batch.BatchResult.TransientFault;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.batch.RowWorker;
import org.semel.internal.engine.receive.batch.WorkersState;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.tx.Decision;
import org.semel.matrix.Shows;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** Working off stored messages, in memory. */
class StoredMessageWorkerTest {

  private final World world = new World();
  private final InMemoryStoredMessages stored = new InMemoryStoredMessages(world.transactions);
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  private final AtomicLong now = new AtomicLong();
  private final Gate gate = new Gate();
  private final List<Identity> lostLeases = new ArrayList<>();
  private final List<Receipt> told = new ArrayList<>();
  private boolean parkingAway;
  private @Nullable Error away;
  private volatile SteppedRoute route = (message, behind) -> Optional.empty();
  private final RowWorker worker = worker();

  private interface SteppedRoute {
    Optional<RouteProgress> run(Message message, Optional<RouteProgress> behind);
  }

  @Test
  void whatIsThereTakesEffectAndIsCompleted() {
    store(5);
    assertThat(run())
        .isInstanceOfSatisfying(BatchCommitted.class, d -> assertThat(d.receipts()).hasSize(5));
    assertThat(stages()).containsOnly(InboxStage.COMPLETED);
    assertThat(run()).isInstanceOf(Idle.class);
  }

  @Test
  void aFaultThatPassesBurnsNoAttempt() {
    store(3);
    route =
        (message, behind) -> {
          throw new World.Passing();
        };
    assertThat(run()).isInstanceOf(TransientFault.class);
    assertThat(stages()).containsOnly(InboxStage.RECEIVED);
    route = (message, behind) -> Optional.empty();
    run();
    assertThat(stages()).containsOnly(InboxStage.COMPLETED);
  }

  @Test
  void aNeighboursFailureIsNobodyElsesAttempt() {
    store(5);
    route = failing("k2");
    run();
    assertThat(stages())
        .containsExactly(
            InboxStage.COMPLETED,
            InboxStage.COMPLETED,
            InboxStage.FAILED_RETRYABLE,
            InboxStage.COMPLETED,
            InboxStage.COMPLETED);
  }

  @Test
  void afterThePolicysAttemptsItIsParkedAsItCame() {
    store(1);
    route = failing("k0");
    for (int i = 0; i < 3; i++) {
      assertThat(stages()).isNotEqualTo(List.of(InboxStage.PARKED));
      run();
      stored.expire(world.identity("k0"));
      now.addAndGet(5_000_000_000L);
    }
    assertThat(stages()).containsExactly(InboxStage.PARKED);
    assertThat(calls).containsEntry("k0", 3);
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.parking.rows().get(0).verdict().reason())
        .isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(world.parking.rows().get(0).message().headers().find("unseen")).contains("raw");
  }

  @Test
  void oneWhoseWorkersDieAgainAndAgainIsParkedUnhandled() {
    store(1);
    die("k0", 10);
    run();
    assertThat(stages()).containsExactly(InboxStage.PARKED);
    assertThat(calls).isEmpty();
    assertThat(world.parking.rows().get(0).verdict().reason())
        .isEqualTo(ParkingReason.DELIVERIES_EXHAUSTED);
  }

  @Test
  void retriesBeyondTheirBudgetWait() {
    store(20);
    route = (message, behind) -> failing(key(message)).run(message, behind);
    run();
    run();
    run();
    assertThat(stages()).containsOnly(InboxStage.FAILED_RETRYABLE);
    IntStream.range(0, 20).forEach(i -> stored.expire(world.identity("k" + i)));
    int before = tries();
    for (int i = 0; i < 10; i++) {
      run();
    }
    assertThat(tries() - before).as("20 %% of 20, and 1 of the first second").isEqualTo(5);
    now.addAndGet(3_000_000_000L);
    run();
    run();
    assertThat(tries() - before).isEqualTo(8);
  }

  @Test
  void aRouteOfStepsRunsAloneAndBehindAFinishedStepAfterAFailure() {
    store(2);
    route =
        (message, behind) -> {
          if (behind.isEmpty()) {
            return Optional.of(new RouteProgress("one", Body.none(), Headers.none()));
          }
          if (calls.get(key(message)) == 3) {
            throw new IllegalStateException("behind the step");
          }
          return Optional.empty();
        };
    run();
    IntStream.range(0, 2).forEach(i -> stored.expire(world.identity("k" + i)));
    run();
    run();
    assertThat(stages()).containsOnly(InboxStage.COMPLETED);
  }

  @Test
  void whenItIsTimeToGoHomeTheRestIsGivenBack() {
    store(5);
    route =
        (message, behind) -> {
          gate.shut();
          return failing("k0").run(message, behind);
        };
    run();
    assertThat(stages()).containsOnly(InboxStage.RECEIVED);
  }

  @Test
  void whenItIsPausedNothingMoreIsBegunAndTheRestIsGivenBack() {
    store(5);
    route =
        (message, behind) -> {
          gate.close(Gate.Closer.OPERATOR);
          return failing("k0").run(message, behind);
        };
    run();
    assertThat(calls).containsOnlyKeys("k0");
    assertThat(stages()).containsOnly(InboxStage.RECEIVED);
  }

  @Test
  void whatIsLeasedWhileItIsBeingSuspendedIsGivenBackUnhandled() {
    store(5);
    gate.close(Gate.Closer.ROUTE);
    run();
    assertThat(calls).isEmpty();
    assertThat(stages()).containsOnly(InboxStage.RECEIVED);
    gate.open(Gate.Closer.ROUTE);
    run();
    assertThat(stages()).containsOnly(InboxStage.COMPLETED);
  }

  @Test
  void aParkingThatCouldNotBeWrittenIsToldAndMadeUpFor() {
    store(1);
    route = failing("k0");
    parkingAway = true;
    for (int i = 0; i < 2; i++) {
      run();
      expire("k0");
      now.addAndGet(5_000_000_000L);
    }
    assertThat(run()).isInstanceOf(TransientFault.class);
    assertThat(run()).as("at its next rest").isInstanceOf(TransientFault.class);
    assertThat(stages()).containsExactly(InboxStage.FAILED_TERMINAL);
    parkingAway = false;
    run();
    assertThat(stages()).containsExactly(InboxStage.PARKED);
    assertThat(lostLeases).isEmpty();
  }

  /** Nobody comes back to what this one had in mind; who has never heard of it finds it. */
  @Test
  @Shows("I10 worker")
  void whatAWorkerLeftWhoDiedBetweenTheFinalFailureAndTheParkingIsParkedByTheNext() {
    store(1);
    route = failing("k0");
    for (int i = 0; i < 2; i++) {
      run();
      expire("k0");
      now.addAndGet(5_000_000_000L);
    }
    away = new UnknownError("this worker's machine has died");
    assertThatThrownBy(this::run).isSameAs(away);
    assertThat(stages()).containsExactly(InboxStage.FAILED_TERMINAL);
    assertThat(world.parking.rows()).isEmpty();
    away = null;
    RowWorker next = worker();
    assertThat(next.run(new BatchLimit(10, 1000))).isInstanceOf(Idle.class);
    assertThat(stages()).containsExactly(InboxStage.PARKED);
    assertThat(world.parking.rows())
        .extracting(row -> row.verdict().reason())
        .containsExactly(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(calls).containsEntry("k0", 3);
  }

  @Test
  void whoseLeaseHasPassedOnWhileHisRouteRanCompletesNothingAndLeavesNoIntent() {
    store(1);
    route =
        (message, behind) -> {
          world.intents.record(mail());
          expire("k0");
          lease();
          return Optional.empty();
        };
    assertThat(run())
        .isInstanceOfSatisfying(
            BatchCommitted.class, done -> assertThat(done.receipts()).isEmpty());
    assertThat(stages()).as("leased by the other").containsExactly(InboxStage.IN_PROGRESS);
    assertThat(world.intents.recorded()).isEmpty();
    assertThat(lostLeases).containsExactly(world.identity("k0"));
    assertThat(history("k0").failures()).isZero();
  }

  /** Nor does any of those that ran in one transaction with it. */
  @Test
  void whereOneLeaseOfSeveralHasPassedOnTheOthersTakeEffectWithoutIt() {
    store(3);
    route =
        (message, behind) -> {
          if (key(message).equals("k1") && calls.get("k1") == 1) {
            expire("k1");
            lease();
          }
          return Optional.empty();
        };
    run();
    assertThat(stages())
        .containsExactly(InboxStage.COMPLETED, InboxStage.IN_PROGRESS, InboxStage.COMPLETED);
    assertThat(calls).containsEntry("k0", 2).containsEntry("k2", 2);
    assertThat(lostLeases).containsExactly(world.identity("k1"));
  }

  private Intent mail() {
    return new Intent(
        world.identity("k0"),
        new Intent.Address(new Destination("mail"), 0),
        Headers.none(),
        Body.none());
  }

  @Test
  void whatHasExpiredIsParkedAndItsCompanyTakesEffect() {
    storeOneGoodAndOneExpired();
    run();
    assertThat(stages()).containsExactly(InboxStage.COMPLETED, InboxStage.PARKED);
    assertThat(calls).containsOnlyKeys("k0");
    assertThat(world.parking.rows())
        .extracting(row -> row.verdict().reason())
        .containsExactly(ParkingReason.EXPIRED);
  }

  @Test
  void whatTookEffectBesideAnExpiredMessageIsNotHandledAgainThoughThatCannotBeParked() {
    storeOneGoodAndOneExpired();
    parkingAway = true;
    run();
    assertThat(calls).containsExactly(Map.entry("k0", 1));
    assertThat(lostLeases).isEmpty();
    parkingAway = false;
    run();
    assertThat(stages()).containsExactly(InboxStage.COMPLETED, InboxStage.PARKED);
    assertThat(calls).containsExactly(Map.entry("k0", 1));
  }

  private void storeOneGoodAndOneExpired() {
    Message late = Messages.text("body", Map.of("seen", "k1", "JMSExpiration", 1L));
    world.transactions.inNew(
        Duration.ofSeconds(1),
        () ->
            Decision.commit(
                stored.store(
                    List.of(
                        new InboxEntry(world.identity("k0"), message("k0")),
                        new InboxEntry(world.identity("k1"), late)))));
  }

  @Test
  void aFailureThatCouldNotBeCountedIsToldAndIsNoLostLease() {
    store(1);
    route =
        (message, behind) -> {
          world.transactions.failNextCommit(new World.Passing());
          throw new IllegalStateException("no");
        };
    assertThat(run()).isInstanceOf(TransientFault.class);
    assertThat(lostLeases).isEmpty();
    assertThat(history("k0").failures()).isZero();
  }

  @Test
  void aWornMessageThatCouldNotBeParkedIsTold() {
    store(1);
    die("k0", 10);
    parkingAway = true;
    assertThat(run()).isInstanceOf(TransientFault.class);
    assertThat(calls).isEmpty();
  }

  @Test
  void whatCouldNotBeGivenBackIsTold() {
    store(5);
    route =
        (message, behind) -> {
          gate.shut();
          world.transactions.failNextCommit(new World.Passing());
          throw new IllegalStateException("no");
        };
    assertThat(run()).isInstanceOf(TransientFault.class);
    assertThat(stages()).containsOnly(InboxStage.IN_PROGRESS);
  }

  @Test
  void onlyWhoseMoveIsRefusedHasLostHisLease() {
    store(1);
    route =
        (message, behind) -> {
          expire("k0");
          lease();
          throw new IllegalStateException("too late");
        };
    run();
    assertThat(lostLeases).containsExactly(world.identity("k0"));
  }

  @Test
  void whatCommittedBeforeAFaultIsToldAllTheSame() {
    store(3);
    lease();
    List.of("k0", "k1", "k2").forEach(this::expire);
    route = stopping("k2");
    assertThat(run()).isInstanceOf(BatchResult.Hindered.class);
    assertThat(told)
        .hasOnlyElementsOfType(Receipt.Processed.class)
        .extracting(receipt -> ((Receipt.Processed) receipt).identity())
        .containsExactly(world.identity("k0"), world.identity("k1"));
  }

  @Test
  void oneThatAFaultThatPassesStopsAgainAndAgainIsParkedAndItsNeighboursAreNot() {
    store(5);
    route = stopping("k2");
    assertThat(run()).isInstanceOf(BatchResult.Hindered.class);
    assertThat(history("k2").lapses()).as("before it is known whose fault it is").isZero();
    for (int i = 0; i < 20 && !stages().contains(InboxStage.PARKED); i++) {
      run();
    }
    assertThat(stages())
        .containsExactly(
            InboxStage.COMPLETED,
            InboxStage.COMPLETED,
            InboxStage.PARKED,
            InboxStage.COMPLETED,
            InboxStage.COMPLETED);
    assertThat(world.parking.rows().get(0).verdict().reason())
        .isEqualTo(ParkingReason.DELIVERIES_EXHAUSTED);
    assertThat(history("k2").lapses()).as("more than the policy's deliveries").isEqualTo(9);
    assertThat(List.of("k0", "k1", "k3", "k4"))
        .allSatisfy(innocent -> assertThat(history(innocent).lapses()).isZero());
  }

  @Test
  void aDatabaseThatIsGoneCountsNothing() {
    store(3);
    route =
        (message, behind) -> {
          world.transactions.failNextCommit(new World.Passing());
          throw new World.Passing();
        };
    assertThat(run()).isInstanceOf(TransientFault.class);
    assertThat(List.of("k0", "k1", "k2"))
        .allSatisfy(one -> assertThat(history(one).lapses()).isZero());
  }

  @Test
  void whoStandsBehindThreeThatAFaultThatPassesAlwaysStopsTakesEffect() {
    store(6);
    route =
        (message, behind) -> {
          if (List.of("k1", "k2", "k3").contains(key(message))) {
            throw new World.Passing();
          }
          return Optional.empty();
        };
    for (int i = 0; i < 20; i++) {
      run();
    }
    assertThat(stages().subList(4, 6)).containsOnly(InboxStage.COMPLETED);
  }

  /** So many that it is not remembered of all of them that they were stopped. */
  @Test
  void whoStandsAmongThousandThatAFaultThatPassesAlwaysStopsTakesEffect() {
    store(1_100);
    Identity innocent =
        IntStream.range(1_000, 1_100)
            .mapToObj(i -> world.identity("k" + i))
            .max(Comparator.comparing(identity -> identity.digest().toString()))
            .orElseThrow();
    route =
        (message, behind) -> {
          if (key(message).equals(innocent.key())) {
            return Optional.empty();
          }
          throw new World.Passing();
        };
    for (int i = 0; i < 1_100 && stored.stage(innocent) != InboxStage.COMPLETED; i++) {
      worker.run(new BatchLimit(100, 1_000_000));
    }
    assertThat(stored.stage(innocent)).isEqualTo(InboxStage.COMPLETED);
  }

  @Test
  void whoStandsBesideOneWhoseFailureCannotSayWhatItIsTakesEffectAndThatOneIsTriedAgain() {
    onlyTheThirdFails(
        () -> {
          throw new World.Speechless();
        });
  }

  private void onlyTheThirdFails(Runnable failure) {
    store(5);
    route =
        (message, behind) -> {
          if (key(message).equals("k2")) {
            failure.run();
          }
          return Optional.empty();
        };
    run();
    assertThat(stages())
        .containsExactly(
            InboxStage.COMPLETED,
            InboxStage.COMPLETED,
            InboxStage.FAILED_RETRYABLE,
            InboxStage.COMPLETED,
            InboxStage.COMPLETED);
  }

  /** Else the leases of all run out again and again, and the innocent are parked for that. */
  @Test
  void whoStandsBesideOneWhoseRouteEndsInAnErrorTakesEffectAndThatOneIsTriedAgain() {
    onlyTheThirdFails(
        () -> {
          throw new InternalError("no font");
        });
    assertThat(history("k2").failures()).isEqualTo(1);
  }

  private SteppedRoute stopping(String key) {
    return (message, behind) -> {
      if (key(message).equals(key)) {
        throw new World.Passing();
      }
      return Optional.empty();
    };
  }

  private void die(String key, int times) {
    for (int i = 0; i < times; i++) {
      lease();
      expire(key);
    }
  }

  private void lease() {
    world.transactions.inNew(
        Duration.ofSeconds(1),
        () -> Decision.commit(stored.lease("c", new Quota(9, 9), Duration.ofHours(1))));
  }

  private void expire(String key) {
    stored.expire(world.identity(key));
  }

  private LeasedMessage.AttemptHistory history(String key) {
    return stored.find(world.identity(key)).orElseThrow().leased().history();
  }

  private SteppedRoute failing(String key) {
    return (message, behind) -> {
      if (key(message).equals(key)) {
        throw new IllegalStateException("no");
      }
      return Optional.empty();
    };
  }

  private RowWorker worker() {
    Backoff backoff = new Backoff(Duration.ofHours(1), Duration.ofHours(1));
    StoredPolicy later =
        new StoredPolicy(
            1,
            Duration.ofMinutes(1),
            Duration.ofMillis(1),
            new StoredPolicy.Retries(backoff, Set.of(), Set.of(), new StoredPolicy.Budget(20, 1)));
    ReceiverStores memory =
        new ReceiverStores(world.inbox, world.attempts, this::park, world.intents);
    ConsumerPolicy policy = world.policy(10).with(Processing.later(later));
    StoredFailureHandler failures =
        new StoredFailureHandler(policy, stored, memory.parking(), world.transactions, listener());
    StoredTransaction work =
        new StoredTransaction(
            policy,
            stored,
            memory,
            handler(),
            Optional.empty(),
            Expiry.by(() -> Instant.ofEpochMilli(2)));
    StoredRouteRunner runner =
        new StoredRouteRunner(policy, work, world.transactions, world.faults, failures, listener());
    StoredLeases leases =
        new StoredLeases(
            policy,
            stored,
            world.transactions,
            new RetryBudget(later.retries().budget(), now::get),
            new HeldLeases(),
            listener());
    DueStoredMessages rows =
        new DueStoredMessages(policy, leases, runner, failures, gate, WorkersState.nothing(policy));
    return new RowWorker(rows, gate, new WakeUp(), later.poll());
  }

  private void park(List<ParkedMessage> parked) {
    if (away != null) {
      throw away;
    }
    if (parkingAway) {
      throw new World.Passing();
    }
    world.parking.park(parked);
  }

  private ReceiveListener listener() {
    return new ReceiveListener() {
      @Override
      public void done(ConsumerPolicy consumer, BatchCommitted done) {
        told.addAll(done.receipts());
      }

      @Override
      public void leaseLost(ConsumerPolicy consumer, Identity identity) {
        lostLeases.add(identity);
      }
    };
  }

  private SteppedHandler handler() {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Optional<RouteProgress> handle(
          Message message, Identity identity, Optional<RouteProgress> behind) {
        calls.merge(identity.key(), 1, Integer::sum);
        return route.run(message, behind);
      }
    };
  }

  private BatchResult run() {
    return worker.run(new BatchLimit(10, 1000));
  }

  private int tries() {
    return calls.values().stream().mapToInt(Integer::intValue).sum();
  }

  private void store(int messages) {
    world.transactions.inNew(
        Duration.ofSeconds(1),
        () ->
            Decision.commit(
                stored.store(
                    IntStream.range(0, messages)
                        .mapToObj(i -> new InboxEntry(world.identity("k" + i), message("k" + i)))
                        .toList())));
  }

  private static Message message(String key) {
    return Messages.text("body", Map.of("seen", key, "unseen", "raw"));
  }

  private static String key(Message message) {
    assertThat(message.headers().find("unseen")).as("only admitted headers").isEmpty();
    return message.headers().text("seen").orElseThrow();
  }

  private List<InboxStage> stages() {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> world.identity("k" + i))
        .takeWhile(identity -> stored.find(identity).isPresent())
        .map(stored::stage)
        .toList();
  }
}
