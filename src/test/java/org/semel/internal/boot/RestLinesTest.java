// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.web.RestLog;

/** What the REST API cannot answer is told in the log, each under its code. */
class RestLinesTest {

  private final LogLines lines = new LogLines();
  private final RestLog log = new RestLog(() -> {});

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void anAnswerThatCouldNotBeKeptIsToldWithItsCause() {
    log.answerNotKept(
        new SemelException(Code.ACT_UNDONE, "undone", new SQLException("cut", "08006")));
    assertThat(lines.with(Code.ANSWER_NOT_KEPT.text(), "SQLState 08006", "The act holds"))
        .hasSize(1);
  }

  @Test
  void aRequestThatFailedIsToldWithoutTheWordsOfItsCause() {
    log.failed("/parked/17", new IllegalStateException("card 4711"));
    assertThat(lines.with("SEMEL-0821", "/parked/17", "java.lang.IllegalStateException"))
        .hasSize(1);
    assertThat(lines.with("SEMEL-0821", "4711")).isEmpty();
  }
}
