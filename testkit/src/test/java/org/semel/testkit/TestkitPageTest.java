// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the page of the kit prints is what runs here. */
class TestkitPageTest {

  private static final int MOST_LINES = 25;

  @Test
  void thePagePrintsTheTestThatRunsHere() throws IOException {
    String test =
        Files.readString(
            Path.of("src/test/java/org/semel/testkit/ReservationsTakeEffectOnceTest.java"));
    String printed = test.substring(test.indexOf("@SemelTest(")).strip();
    assertThat(Files.readString(Path.of("../docs/testkit.md")))
        .contains(printed.replaceAll("(?m)^(?=.)", "    "));
    assertThat(printed.lines().count()).isLessThanOrEqualTo(MOST_LINES);
  }
}
