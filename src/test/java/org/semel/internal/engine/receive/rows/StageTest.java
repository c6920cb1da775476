// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.rows.StageChange.Mark;
import org.semel.internal.engine.receive.rows.StageChange.Note;
import org.semel.message.ParkingReason;

/** Where a stored message may go, and what that leaves in its row. */
class StageTest {

  @Test
  void theStepsAreThoseThatTheDatabaseKnows() {
    assertThat(InboxStage.steps())
        .containsExactly(
            "RECEIVED>IN_PROGRESS",
            "RECEIVED>FAILED_TERMINAL",
            "IN_PROGRESS>RECEIVED",
            "IN_PROGRESS>IN_PROGRESS",
            "IN_PROGRESS>COMPLETED",
            "IN_PROGRESS>FAILED_RETRYABLE",
            "IN_PROGRESS>FAILED_TERMINAL",
            "COMPLETED>PARKED",
            "FAILED_RETRYABLE>IN_PROGRESS",
            "FAILED_RETRYABLE>FAILED_TERMINAL",
            "FAILED_TERMINAL>PARKED",
            "PARKED>RECEIVED");
  }

  @Test
  void whatAPersonSetAsideKeepsWhoDidSoAndWhy() {
    Note note =
        new Note(
            Optional.of(ParkingReason.SET_ASIDE), new Failure("set aside", "by bob: wrong shop"));
    assertThat(new StageChange.StoppedByOperator("by bob: wrong shop").mark())
        .isEqualTo(new Mark(InboxStage.FAILED_TERMINAL, Duration.ZERO, 0, 0, Optional.of(note)));
  }
}
