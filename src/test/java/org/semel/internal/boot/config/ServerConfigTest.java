// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Jvm;

/** What we hand to those who set up a server. */
class ServerConfigTest {

  private static final Path SCRIPT = Path.of("server-config/wildfly/configure.cli");
  private static final Pattern OPTION = Pattern.compile("-XX:\\S*\\w");
  private static final Pattern ATTEMPTS = Pattern.compile("max-delivery-attempts=(-?[0-9]+)");

  @Test
  void theBrokerGivesUpInTheEndAndLaterThanAnyPolicyParks() throws IOException {
    assertThat(ATTEMPTS.matcher(Files.readString(SCRIPT)).results().map(ServerConfigTest::number))
        .isNotEmpty()
        .allSatisfy(attempts -> assertThat(attempts).isGreaterThan(largest()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"wildfly/standalone.conf.example", "liberty/jvm.options.example"})
  void withTheOptionsThatWeGiveToServersAMachineWithoutMemoryEnds(String file, @TempDir Path folder)
      throws Exception {
    List<String> options =
        OPTION
            .matcher(Files.readString(Path.of("server-config", file)))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(ArrayList::new));
    options.add("-Xmx16m");
    Path log = folder.resolve("machine.log");
    Process machine = Jvm.start(Hungry.class, options, List.of(), log);
    try {
      assertThat(machine.waitFor(3, TimeUnit.MINUTES)).as("it ends").isTrue();
    } finally {
      machine.destroyForcibly();
    }
    assertThat(machine.exitValue()).as(Files.readString(log)).isEqualTo(3);
  }

  /** Takes all the memory that there is, and goes on whatever comes of it. */
  static final class Hungry {

    private Hungry() {}

    public static void main(String[] arguments) {
      List<byte[]> held = new ArrayList<>();
      try {
        while (held.size() < Integer.MAX_VALUE) {
          held.add(new byte[1 << 20]);
        }
      } catch (OutOfMemoryError e) {
        held.clear();
      }
      System.exit(0);
    }
  }

  private static int number(MatchResult found) {
    return Integer.parseInt(found.group(1));
  }

  /** The most that {@code deliveries} may be, as the reference says. */
  private static int largest() {
    String range = ConsumerKeys.TABLE.named("deliveries").values().range();
    return Integer.parseInt(range.substring(range.lastIndexOf(' ') + 1).replace(",", ""));
  }
}
