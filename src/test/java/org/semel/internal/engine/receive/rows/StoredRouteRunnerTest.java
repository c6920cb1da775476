// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.StoredRunResult;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.small.Proxied;

/** What a run of stored messages came to, of several together and of one alone. */
class StoredRouteRunnerTest {

  private static final RouteProgress STEP = new RouteProgress("one", Body.none(), Headers.none());

  private final StoredWorld world = new StoredWorld();
  private final List<Occasion> occasions = new ArrayList<>();
  private final List<Boolean> alive = new ArrayList<>();
  private StoredWorld.Route route = (message, identity, behind) -> Optional.empty();
  private final StoredRouteRunner runner = world.runner(world.work(world.stores(), this::run));

  @Test
  void severalTakeEffectTogetherAndTheirLeasesAreRenewedMeanwhile() {
    StoredRunResult result = runner.together(leased("1", "2"), world.held);
    assertThat(((StoredRunResult.Concluded) result).receipts()).hasSize(2);
    assertThat(occasions).containsExactly(Occasion.STORED, Occasion.STORED);
    assertThat(alive).containsOnly(true);
  }

  @Test
  void ofSeveralThatFailNobodyIsBlamed() {
    route = failing(new IllegalStateException("no"));
    assertThat(runner.together(leased("1", "2"), world.held))
        .isEqualTo(new StoredRunResult.OneFailed());
    assertThat(world.told).isEmpty();
  }

  @Test
  void aRouteOfStepsMustBeAlone() {
    route = (message, identity, behind) -> Optional.of(STEP);
    assertThat(runner.together(leased("1", "2"), world.held))
        .isEqualTo(new StoredRunResult.Stepped());
  }

  @Test
  void whatPassesIsAnInterruptionUnlessItWasInAnothersWay() {
    World.Passing away = new World.Passing();
    route = failing(away);
    assertThat(runner.together(leased("1", "2"), world.held))
        .isInstanceOfSatisfying(
            StoredRunResult.Unfinished.class,
            stopped -> assertThat(stopped.cause()).hasCause(away));
    assertThat(world.told).isEmpty();
  }

  @Test
  void whoWasInAnothersWayIsTold() {
    StoredRouteRunner judging =
        new StoredRouteRunner(
            world.policy,
            world.work(world.stores(), failing(new IllegalStateException("deadlock"))),
            world.world.transactions,
            fault -> Cause.OUTRUN,
            world.failures(),
            world);
    assertThat(judging.together(leased("1", "2"), world.held))
        .isEqualTo(new StoredRunResult.LockConflict());
    assertThat(world.told)
        .singleElement()
        .isInstanceOfSatisfying(
            BatchResult.Contended.class,
            contended -> assertThat(contended.messages()).isEqualTo(2));
  }

  @Test
  void howItEndedThatNobodyKnowsIsAnInterruption() {
    IllegalStateException heuristic = new IllegalStateException("heuristic");
    StoredRouteRunner unknown =
        new StoredRouteRunner(
            world.policy,
            world.work(world.stores(), this::run),
            ending(new Completion.Unknown<>(heuristic)),
            world.world.faults,
            world.failures(),
            world);
    List<LeasedMessage> leased = leased("1", "2");
    assertThat(unknown.together(leased, world.held))
        .isEqualTo(new StoredRunResult.Unfinished(heuristic, Cause.UNDECIDED));
    assertThat(unknown.alone(leased.get(0), world.held))
        .isEqualTo(new StoredRunResult.Unfinished(heuristic, Cause.UNDECIDED));
  }

  /** Instead of what happened. */
  private static Transactions ending(Completion<?> end) {
    return Proxied.as(Transactions.class, (method, arguments) -> end);
  }

  @Test
  void whatHasExpiredIsParkedAtOnceBesideWhatTookEffect() {
    world.store("1");
    world.in(
        () ->
            world.stored.store(
                List.of(
                    new StoredMessages.InboxEntry(
                        world.world.identity("2"),
                        Messages.text("late", Map.of("JMSExpiration", 1L))))));
    StoredTransaction expiring =
        new StoredTransaction(
            world.policy,
            world.stored,
            world.stores(),
            (StoredWorld.Route) this::run,
            Optional.empty(),
            Expiry.by(() -> Instant.ofEpochMilli(2)));
    StoredRunResult result = world.runner(expiring).together(world.lease(), world.held);
    assertThat(((StoredRunResult.Concluded) result).receipts()).hasSize(1);
    assertThat(world.stage("2")).isEqualTo(InboxStage.PARKED);
  }

  @Test
  void whereAllTookEffectNothingElseIsLookedFor() {
    world.store("failed");
    world.stored.force(world.world.identity("failed"), InboxStage.FAILED_TERMINAL);
    runner.together(leased("1", "2"), world.held);
    assertThat(world.stage("failed")).isEqualTo(InboxStage.FAILED_TERMINAL);
  }

  @Test
  void oneThatIsAloneRunsStepByStepAndItsLeaseIsRenewedMeanwhile() {
    route = (message, identity, behind) -> behind.isEmpty() ? Optional.of(STEP) : Optional.empty();
    StoredRunResult result = runner.alone(leased("1").get(0), world.held);
    assertThat(((StoredRunResult.Concluded) result).receipts()).hasSize(1);
    assertThat(occasions).containsExactly(Occasion.STORED, Occasion.STORED);
    assertThat(alive).containsOnly(true);
  }

  private Optional<RouteProgress> run(
      Message message, Identity identity, Optional<RouteProgress> behind) {
    occasions.add(Occasion.now());
    alive.add(!world.held.alive().isEmpty());
    return route.handle(message, identity, behind);
  }

  private static StoredWorld.Route failing(RuntimeException fault) {
    return (message, identity, behind) -> {
      throw fault;
    };
  }

  private List<LeasedMessage> leased(String... keys) {
    world.store(keys);
    List<LeasedMessage> leased = world.lease();
    world.held.take(leased);
    return leased;
  }
}
