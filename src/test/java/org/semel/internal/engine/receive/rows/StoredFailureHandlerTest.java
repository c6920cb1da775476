// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.StoredRunResult;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.message.ParkingReason;

/** What becomes of a stored message that failed, and who hears of it. */
class StoredFailureHandlerTest {

  private static final StoredRunResult ENDED = new StoredRunResult.Concluded(List.of());

  private final StoredWorld world = new StoredWorld();
  private final StoredFailureHandler failures = world.failures();
  private final IllegalStateException fault = new IllegalStateException("no stock");

  @Test
  void aFailureIsCountedAndToldWithAllThatWereBefore() {
    LeasedMessage leased = world.failedBefore(leased(), 1);
    assertThat(failures.failed(leased, fault)).isEqualTo(ENDED);
    assertThat(world.stage("1")).isEqualTo(InboxStage.FAILED_RETRYABLE);
    FailedMessage message =
        new FailedMessage(leased.identity(), leased.message(), new Failures(2, Failure.of(fault)));
    assertThat(world.told)
        .containsExactly(new BatchResult.PermanentFault(1, Optional.of(message), fault));
  }

  @Test
  void afterThePolicysAttemptsItIsParkedAndThatIsToldToo() {
    assertThat(failures.failed(world.failedBefore(leased(), 2), fault)).isEqualTo(ENDED);
    assertThat(world.stage("1")).isEqualTo(InboxStage.PARKED);
    assertThat(world.told).hasSize(2).last().isEqualTo(done());
    assertThat(reason()).isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  private BatchResult.BatchCommitted done() {
    ParkedMessage parked = world.world.parking.rows().get(0);
    return new BatchResult.BatchCommitted(List.of(new Receipt.Parked(parked)));
  }

  @Test
  void whatThePolicyNamesAsTerminalIsNotTriedAgain() {
    failures.failed(leased(), new UnsupportedOperationException("never"));
    assertThat(reason()).isEqualTo(ParkingReason.TERMINAL_FAILURE);
  }

  @Test
  void whoHasLostTheLeaseHasCountedNothingAndIsTold() {
    LeasedMessage late = leased();
    world.stored.expire(late.identity());
    world.lease();
    assertThat(failures.failed(late, fault)).isEqualTo(ENDED);
    assertThat(world.told).containsExactly("lost 1");
  }

  @Test
  void whatCannotBeWrittenIsAnInterruption() {
    LeasedMessage leased = leased();
    World.Passing away = new World.Passing();
    world.world.transactions.failNextCommit(away);
    assertThat(failures.failed(leased, fault)).isEqualTo(new StoredRunResult.Unfinished(away));
    assertThat(world.told).isEmpty();
  }

  /** One of a version that had no verdicts yet. */
  @Test
  void whatFailedForGoodWithoutAWordIsParkedForItsAttempts() {
    world.store("1");
    world.stored.force(world.world.identity("1"), InboxStage.FAILED_TERMINAL);
    assertThat(failures.park()).isEmpty();
    assertThat(reason()).isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(world.told).containsExactly(done());
  }

  @Test
  void whereNothingFailedForGoodNothingIsWrittenOrTold() {
    world.world.transactions.failNextCommit(new World.Passing());
    assertThat(failures.park()).isEmpty();
    failures.report(List.of());
    assertThat(world.told).isEmpty();
  }

  private LeasedMessage leased() {
    world.store("1");
    return world.lease().get(0);
  }

  private ParkingReason reason() {
    return world.world.parking.rows().get(0).verdict().reason();
  }
}
