// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.LogLines;
import org.semel.internal.edge.server.liberty.LibertyPlatform;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Setting;

/** Where a transaction log is. */
class LogInspectionTest {

  private final LogLines lines = new LogLines();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void aLogInTheMachinesMemoryIsToldOnceWithTheVolumeToGiveItAndNothingIsRefused() {
    Inspection inspection = of(new Setting.Seen<>(Path.of("/dev/shm/none/tranlog")));
    assertThat(inspection.refusals()).isEmpty();
    assertThat(inspection.refusals()).isEmpty();
    assertThat(lines.with("SEMEL-0445", "/dev/shm/none/tranlog", "tmpfs", "server.xml")).hasSize(1);
  }

  @Test
  void nothingIsToldOfOneThatNobodyCanSee() {
    assertThat(of(new Setting.Hidden<>()).refusals()).isEmpty();
    assertThat(lines.with("SEMEL-0445")).isEmpty();
  }

  private static Inspection of(Setting<Path> log) {
    return new ToldOnce(new LogInspection(() -> log, new LibertyPlatform())::hints);
  }
}
