// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.log.PlanLog;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.Plan.State;

/** What becomes of plans is told, each under its code. */
class PlanLinesTest {

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final LogLines lines = new LogLines();
  private final PlanLog log = new PlanLog();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void aPlanThatStoppedByItselfIsTold() {
    log.ended(plan("orders", Plan.Source.PARKED), State.STOPPED);
    assertThat(lines.with("SEMEL-0803", "Plan 17 of consumer orders", "more than 5 %")).hasSize(1);
  }

  @Test
  void aPlanThatIsDoneIsToldWithWhatItIsMadeOf() {
    log.ended(plan("orders", Plan.Source.KEPT), State.DONE);
    assertThat(lines.with("SEMEL-0804", "Plan 17 of consumer orders is done: 9 messages"))
        .hasSize(1);
    log.ended(plan("intent:mail", Plan.Source.RETRY_INTENTS), State.DONE);
    assertThat(lines.with("SEMEL-0804", "Plan 17 of intent:mail is done: 9 intents")).hasSize(1);
  }

  @Test
  void aTurnThatIsLostIsTold() {
    log.lost(plan("orders", Plan.Source.PARKED));
    assertThat(lines.with("SEMEL-0802", "Plan 17 of consumer orders was halted")).hasSize(1);
    log.lost(plan("intent:mail", Plan.Source.RETRY_INTENTS));
    assertThat(
            lines.with(
                "SEMEL-0802", "Plan 17 of intent:mail", "The item in progress is rolled back"))
        .hasSize(1);
  }

  @Test
  void anOutageOfTheDatabaseIsToldOnceAndItsEndToo() {
    log.interrupted(new SQLException("cut", "08006"), PAUSE);
    log.interrupted(new SQLException("cut", "08006"), PAUSE);
    log.resumed();
    assertThat(lines.with("SEMEL-0805", "SQLState 08006")).hasSize(1);
    assertThat(lines.with("SEMEL-0806")).hasSize(1);
  }

  private static Plan plan(String owner, Plan.Source source) {
    return new Plan(
        17,
        owner,
        source,
        new OperatorContext("ann", "mended"),
        new Plan.Pace(10, 5),
        new Plan.Progress(State.RUNNING, new UUID(0, 1), 9, 9, 0, new Plan.Approval.NotNeeded()));
  }
}
