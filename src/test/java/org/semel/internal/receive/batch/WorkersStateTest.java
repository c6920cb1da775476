// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.semel.internal.policy.BatchLimit;
import org.semel.internal.receive.Arrival;
import org.semel.internal.receive.World;
import org.semel.message.Messages;

/** What workers have learnt together. */
class WorkersStateTest {

  private final World world = new World();
  private final WorkersState shared = WorkersState.nothing(world.policy(50));
  private final BatchLimit whole = world.policy(50).pace().batch();

  @Test
  void whoHasNoTurnTakesOneMessageThoughSomethingWasStopped() {
    shared.size().contended(50, Duration.ZERO);
    assertThat(shared.limit(whole).messages()).isEqualTo(50);
    stop();
    assertThat(CompletableFuture.supplyAsync(() -> shared.limit(whole).messages()).join())
        .isEqualTo(1);
  }

  @Test
  void afterAStopMoreAreTakenToSeeWhetherOthersAreStoppedToo() {
    shared.size().overran(2, 2, Duration.ZERO);
    assertThat(shared.limit(whole).messages()).isEqualTo(1);
    stop();
    assertThat(shared.limit(whole).messages()).isEqualTo(2);
  }

  private void stop() {
    BatchProgress run = new BatchProgress();
    run.arrivals = List.of(new Arrival.Copied(Messages.keyed("k", "b", 1)));
    shared.learn(new BatchResult.Interrupted(new World.Passing()), run);
  }
}
