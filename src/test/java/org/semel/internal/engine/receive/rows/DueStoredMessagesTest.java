// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.WorkersState;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Outages;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;

/** A worker's round over stored messages: what it holds, learns, and gives back. */
class DueStoredMessagesTest {

  private static final BatchLimit MOST = new BatchLimit(10, 1000);
  private static final RouteProgress STEP = new RouteProgress("one", Body.none(), Headers.none());

  private final StoredWorld world = new StoredWorld();
  private WorkersState shared = WorkersState.nothing(outagesAfter(2));
  private final List<String> handled = new ArrayList<>();
  private final List<Object> transactions = new ArrayList<>();
  private final List<Set<String>> held = new ArrayList<>();
  private StoredWorld.Route route = (message, identity, behind) -> Optional.empty();
  private Faults faults = world.world.faults;

  @Test
  void whereNothingIsDueThereIsNothingToTell() {
    assertThat(due().workOff(MOST)).isEmpty();
    assertThat(due().limit()).isEqualTo(MOST);
  }

  @Test
  void whatIsTakenTogetherSharesATransactionAgainAndAgain() {
    DueStoredMessages due = due();
    for (int round = 0; round < 2; round++) {
      transactions.clear();
      world.store("a" + round, "b" + round);
      due.workOff(MOST);
      assertThat(transactions).hasSize(2);
      assertThat(transactions.get(0)).isSameAs(transactions.get(1));
    }
  }

  @Test
  void aRouteOfStepsIsNotTriedTogetherAgain() {
    DueStoredMessages due = due();
    route = (message, identity, behind) -> behind.isEmpty() ? Optional.of(STEP) : Optional.empty();
    world.store("a", "b");
    due.workOff(MOST);
    handled.clear();
    world.store("c", "d");
    due.workOff(MOST);
    assertThat(handled).containsExactly("c", "c", "d", "d");
  }

  @Test
  void whatCannotBeLeasedIsAnInterruption() {
    world.store("a");
    World.Passing away = new World.Passing();
    world.world.transactions.failNextCommit(away);
    assertThat(due().workOff(MOST)).contains(new BatchResult.TransientFault(away));
  }

  @Test
  void whatItHoldsIsInHandUntilItHasEnded() {
    world.store("a", "b");
    world.lease().forEach(one -> world.move(one, new StageChange.Stopped()));
    due().workOff(MOST);
    assertThat(held).containsExactly(Set.of("a", "b"), Set.of("b"));
    assertThat(world.held.alive()).isEmpty();
  }

  @Test
  void whatItHoldsIsGoneFromItsHandThoughAnErrorEndsIt() {
    world.store("a");
    route =
        (message, identity, behind) -> {
          throw new UnknownError("the end of the virtual machine");
        };
    assertThat(CompletableFuture.runAsync(() -> due().workOff(MOST)))
        .failsWithin(Duration.ofSeconds(30));
    assertThat(world.held.alive()).isEmpty();
  }

  @Test
  void stopsBetweenOthersAreNoOutage() {
    world.store("stopped 1", "stopped 2", "b", "stopped 3", "c");
    world.lease().forEach(one -> world.move(one, new StageChange.Stopped()));
    route = stopping();
    assertThat(due().workOff(MOST)).get().isInstanceOf(BatchResult.Hindered.class);
    assertThat(handled).endsWith("c");
    assertThat(world.stage("c")).isEqualTo(InboxStage.COMPLETED);
  }

  @Test
  void afterThreeStopsInARowTheRestIsLeftForLater() {
    world.store("stopped 1", "stopped 2", "stopped 3", "c");
    world.lease().forEach(one -> world.move(one, new StageChange.Stopped()));
    route = stopping();
    due().workOff(MOST);
    assertThat(handled).containsExactly("stopped 1", "stopped 2", "stopped 3");
    assertThat(world.stage("c")).isEqualTo(InboxStage.RECEIVED);
  }

  @Test
  void whileAnOutageLastsNothingIsLeased() {
    world.store("stopped 1", "stopped 2", "stopped 3");
    route = stopping();
    DueStoredMessages due = due();
    due.workOff(MOST);
    handled.clear();
    assertThat(due.workOff(MOST)).get().isInstanceOf(BatchResult.Withheld.class);
    assertThat(handled).isEmpty();
    assertThat(world.lease()).as("free for others").hasSize(3);
  }

  /** Its fault, too, may tell why it is so. */
  @Test
  void whatCouldNotBeGivenBackIsToldBesideWhatStoppedIt() {
    world.store("stopped");
    World.Passing second = new World.Passing();
    route =
        (message, identity, behind) -> {
          world.world.transactions.failNextCommit(second);
          throw new World.Passing();
        };
    BatchResult result = due().workOff(MOST).orElseThrow();
    assertThat(((BatchResult.TransientFault) result).cause()).hasSuppressedException(second);
  }

  @Test
  void afterWorkersWereInEachOthersWayOneTakesManyUntilItHasEnded() {
    shared = WorkersState.nothing(outagesAfter(100));
    faults = fault -> Cause.OUTRUN;
    route = failing(new IllegalStateException("deadlock"));
    DueStoredMessages due = due();
    world.store("a", "b");
    due.workOff(MOST);
    assertThat(due.limit()).isEqualTo(MOST);
    assertThat(portionOfAnother(due)).isEqualTo(1);
    route = (message, identity, behind) -> Optional.empty();
    due.workOff(MOST);
    assertThat(portionOfAnother(due)).isEqualTo(10);
  }

  @Test
  void whatAPersonHasSetAsideIsParkedThoughTheWorkerIsNeverIdle() {
    world.store("aside");
    world.move(world.lease().get(0), new StageChange.StoppedByOperator("ann: the price is wrong"));
    DueStoredMessages due = due();
    for (int pass = 0; pass < 20; pass++) {
      world.store("k" + pass);
      assertThat(due.workOff(MOST)).get().isInstanceOf(BatchResult.BatchCommitted.class);
    }
    assertThat(world.stage("aside")).isEqualTo(InboxStage.PARKED);
    assertThat(world.world.parking.rows()).hasSize(1);
  }

  @Test
  void whatTookNoTimeLeavesTheSizeAsItIs() {
    world.store(IntStream.range(0, 10).mapToObj(i -> "k" + i).toArray(String[]::new));
    DueStoredMessages due = due();
    due.workOff(MOST);
    assertThat(due.limit()).isEqualTo(MOST);
  }

  private static int portionOfAnother(DueStoredMessages due) {
    return CompletableFuture.supplyAsync(() -> due.limit().messages()).join();
  }

  private StoredWorld.Route stopping() {
    return (message, identity, behind) -> {
      if (identity.key().startsWith("stopped")) {
        throw new World.Passing();
      }
      return Optional.empty();
    };
  }

  private static StoredWorld.Route failing(RuntimeException fault) {
    return (message, identity, behind) -> {
      throw fault;
    };
  }

  private DueStoredMessages due() {
    StoredTransaction work = world.work(world.stores(), this::run);
    StoredRouteRunner runner =
        new StoredRouteRunner(
            world.policy, work, world.world.transactions, faults, world.failures(), world);
    StoredLeases leases =
        world.leases(new RetryBudget(new StoredPolicy.Budget(20, 10), System::nanoTime));
    return new DueStoredMessages(
        world.policy, leases, runner, world.failures(), new Gate(), shared);
  }

  private Optional<RouteProgress> run(
      Message message, Identity identity, Optional<RouteProgress> behind) {
    handled.add(identity.key());
    transactions.add(world.world.transactions.bound("mine", Object.class, Object::new));
    held.add(
        Set.copyOf(world.held.alive().stream().map(leased -> leased.identity().key()).toList()));
    return route.handle(message, identity, behind);
  }

  /** Which then wait for an hour. */
  private ConsumerPolicy outagesAfter(int stops) {
    ConsumerPolicy all = world.policy;
    Duration wait = Duration.ofHours(1);
    Waits waits = new Waits(wait, new Backoff(wait, wait), wait);
    return new ConsumerPolicy(
        all.name(),
        all.feed(),
        all.reading(),
        new Concurrency(
            1, all.concurrency().batch(), all.concurrency().transactionTimeout(), waits),
        new AttemptLimits(3, 8, new Outages(stops, Set.of())));
  }
}
