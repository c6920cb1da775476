// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.config.consumer.ConsumerKeys;

/** What we hand to those who set up a server. */
class ServerConfigTest {

  private static final Path SCRIPT = Path.of("server-config/wildfly/configure.cli");
  private static final Pattern ATTEMPTS = Pattern.compile("max-delivery-attempts=(-?[0-9]+)");

  @Test
  void theBrokerGivesUpInTheEndAndLaterThanAnyPolicyParks() throws IOException {
    assertThat(ATTEMPTS.matcher(Files.readString(SCRIPT)).results().map(ServerConfigTest::number))
        .isNotEmpty()
        .allSatisfy(attempts -> assertThat(attempts).isGreaterThan(largest()));
  }

  private static int number(MatchResult found) {
    return Integer.parseInt(found.group(1));
  }

  /** The most that {@code deliveries} may be, as the reference says. */
  private static int largest() {
    String range = ConsumerKeys.DELIVERIES.values().range();
    return Integer.parseInt(range.substring(range.lastIndexOf(' ') + 1).replace(",", ""));
  }
}
