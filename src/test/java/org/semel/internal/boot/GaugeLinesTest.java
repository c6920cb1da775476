// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.log.WaitLog;

/** What an operator reads when gauges cannot be read. */
class GaugeLinesTest {

  private final LogLines lines = new LogLines();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void aLookAtWhatIsInDoubtThatFailsIsToldOnceAndItsEndAsWell() {
    WaitLog log = WaitLog.ofWhatIsInDoubt();
    log.interrupted(new IllegalStateException("no provider"), Duration.ofSeconds(1));
    log.interrupted(new IllegalStateException("no provider"), Duration.ofSeconds(2));
    log.resumed();
    assertThat(lines.with("SEMEL-0704", "brokers and the transaction log", "IllegalState"))
        .hasSize(1);
    assertThat(lines.with("SEMEL-0705", "in doubt is looked at again")).hasSize(1);
  }

  @Test
  void anOutageIsToldOnceAndItsEndAsWell() {
    WaitLog log = WaitLog.ofTables();
    Throwable cut = new IllegalStateException(new SQLException("cut", "08006"));
    log.interrupted(cut, Duration.ofSeconds(1));
    log.interrupted(cut, Duration.ofSeconds(2));
    log.resumed();
    assertThat(lines.with("SEMEL-0704", "is not ready", "SQLState 08006")).hasSize(1);
    assertThat(lines.with("SEMEL-0705")).hasSize(1);
  }
}
