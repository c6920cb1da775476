// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.intent.Destination;

/** How long nothing is sent is told as it is. */
class RelayPauseLinesTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration SHORT = Duration.ofMillis(250);

  private final LogLines lines = new LogLines();
  private final RelayLog log = new RelayLog();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void aTimeOfLessThanASecondIsNotToldAsNone() {
    log.circuitOpened(MAIL, 3, SHORT);
    assertThat(lines.with("nothing is sent to it for 250 ms")).hasSize(1);
    log.destinationPaused(MAIL, "status 401", SHORT);
    assertThat(lines.with("but one intent every 250 ms")).hasSize(1);
  }

  @Test
  void wholeSecondsAre() {
    log.circuitOpened(MAIL, 3, Duration.ofSeconds(30));
    assertThat(lines.with("nothing is sent to it for 30 s")).hasSize(1);
  }
}
