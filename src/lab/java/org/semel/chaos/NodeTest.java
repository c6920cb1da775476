// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a campaign reads in a server's logs. */
class NodeTest {

  @TempDir Path logs;

  @Test
  void attemptsAreCountedInAllLivesOfTheServerAsItsLogHasThem() throws IOException {
    Files.writeString(logs.resolve("server-1.log"), "WARN SEMEL-0301 Consumer reservations ...\n");
    Files.writeString(logs.resolve("server-2.log"), "INFO SEMEL-0306\nWARN SEMEL-0301 again\n");
    assertThat(Node.failedAttempts(logs)).hasSize(2);
  }
}
