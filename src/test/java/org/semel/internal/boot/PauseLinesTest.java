// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.operate.pause.PauseListener;
import org.semel.internal.desk.watch.log.PauseLog;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** What the log says of pauses, each under its code. */
class PauseLinesTest {

  private final LogLines lines = new LogLines();
  private final PauseListener log = PauseListener.reportingTo(new PauseLog());

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void anOutageIsToldOnceWithItsCauseAndSoIsItsEnd() {
    for (int i = 0; i < 3; i++) {
      log.interrupted(new SQLException("cut", "08006"), Duration.ofSeconds(1));
    }
    log.resumed();
    log.resumed();
    assertThat(lines.with(Code.PAUSES_UNREAD.text(), "SQLState 08006")).hasSize(1);
    assertThat(lines.with(Code.PAUSES_READ.text())).hasSize(1);
  }

  @Test
  void whoIsNamedCannotWriteALineOfTheirOwn() {
    OperatorContext eve = new OperatorContext("eve\nSEMEL-0102 Semel is up", "no reason of ours");
    Target orders = Target.consumer("orders");
    log.paused(new Pause(orders, true, eve, Instant.EPOCH, Optional.empty()));
    assertThat(lines.with(Code.PAUSED_BY_OPERATOR.text(), "consumer orders", "eve?SEMEL"))
        .hasSize(1);
    assertThat(lines.with("no reason of ours")).isEmpty();
  }
}
