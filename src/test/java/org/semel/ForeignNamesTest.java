// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is written names a server, its transaction manager or its settings in the rooms of servers
 * only, comments and messages included; and a broker only where that broker is spoken to.
 */
class ForeignNamesTest {

  private static final Path MAIN = Path.of("src/main/java/org/semel");

  private static final Pattern SERVER =
      Pattern.compile(
          "(?i)wildfly|jboss|narayana|arjuna|liberty|websphere|com\\.ibm|server\\.xml"
              + "|xa-data-?source|transaction=xa|max-pool-size|java:/");

  private static final Pattern BROKER = Pattern.compile("(?i)artemis|activemq");

  /** Rooms and files that name a broker, each with why it does. */
  private static final Map<String, String> BROKERS =
      Map.of(
          "internal/edge/server/wildfly",
              "its recovery knows a broker by the name that Artemis gives",
          "internal/edge/server/liberty", "the adapter of this server is that of Artemis",
          "internal/edge/jms",
              "speaks to the broker: bodies, dead letters and refusals are Artemis' own",
          "internal/boot/ConsumerWiring.java", "wires the reader of dead letters",
          "internal/edge/server/JndiNames.java", "tells how to name the queue of a subscription",
          "internal/boot/config/ConsumerKeys.java", "tells how to name such a queue",
          "internal/edge/camel/provider/SendingEnd.java", "knows what a broker refuses by name",
          "internal/edge/camel/provider/ClientFailure.java",
              "knows the failures of a sending client",
          "internal/edge/camel/rules/Schemes.java", "knows the schemes of Camel's components");

  @Test
  void noServerIsNamedOutsideItsRoom() {
    assertThat(files().filter(file -> !isIn(file, "internal/edge/server/")).toList())
        .hasSizeGreaterThan(100)
        .allSatisfy(
            file -> assertThat(text(file)).as(file.toString()).doesNotContainPattern(SERVER));
  }

  @Test
  void aBrokerIsNamedOnlyWhereItIsSpokenTo() {
    assertThat(
            files().filter(file -> BROKERS.keySet().stream().noneMatch(room -> isIn(file, room))))
        .allSatisfy(
            file -> assertThat(text(file)).as(file.toString()).doesNotContainPattern(BROKER));
  }

  /** A reason that nobody needs any more goes. */
  @Test
  void whoMayNameABrokerDoes() {
    List<String> needless =
        BROKERS.keySet().stream()
            .filter(room -> Files.exists(MAIN.resolve(room)))
            .filter(
                room ->
                    files()
                        .filter(file -> isIn(file, room))
                        .noneMatch(file -> BROKER.matcher(text(file)).find()))
            .filter(room -> !room.equals("internal/edge/server/liberty"))
            .toList();
    assertThat(needless).isEmpty();
  }

  /** One server's room does not speak of another server. */
  @ParameterizedTest
  @CsvSource({"liberty, wildfly|jboss|narayana", "wildfly, liberty|websphere"})
  void aRoomNamesNoOtherServer(String room, String others) {
    Pattern named = Pattern.compile("(?i)" + others);
    assertThat(files().filter(file -> isIn(file, "internal/edge/server/" + room)))
        .isNotEmpty()
        .allSatisfy(
            file -> assertThat(text(file)).as(file.toString()).doesNotContainPattern(named));
  }

  private static Stream<Path> files() {
    try (Stream<Path> found = Files.walk(MAIN)) {
      return found.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isIn(Path file, String room) {
    return MAIN.relativize(file).toString().startsWith(room);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
