// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files under {@code server-config/liberty}: what must not creep in, and what must agree. */
class LibertyFilesTest {

  private static final Path FILES = Path.of("server-config/liberty");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(semel\\.[a-z.-]+)}");

  private final String configuration = settings("semel.xml");

  /** Each loses messages, or does not exist there; the comments in the file say why. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " containerAuthData",
        "InJtaTransaction",
        "java:/",
        "heuristicRetryWait",
        "XARecoveryData",
        "bells-"
      })
  void whatLosesMessagesIsNotSet(String setting) {
    assertThat(configuration).doesNotContain(setting);
    assertThat(settings("../../src/rar/ra.xml")).doesNotContain(setting);
  }

  @Test
  void recoveryTriesForGoodAndUnderTheUserOfTheWork() {
    assertThat(configuration)
        .contains("recoverOnStartup=\"true\"", "heuristicRetryLimit=\"0\"")
        .containsPattern("<dataSource [^>]*recoveryAuthDataRef=\"semel-database\"")
        .containsPattern("<connectionFactory [^>]*recoveryAuthDataRef=\"semel-broker\"");
  }

  /** Any other would be an unknown key of Semel's, as MicroProfile Config sees them all. */
  @Test
  void everyVariableIsTheServers() {
    assertThat(names(VARIABLE, configuration))
        .isNotEmpty()
        .allMatch(name -> name.startsWith("semel.server."));
  }

  @Test
  void whatHasNoDefaultIsAskedForInTheExample() {
    List<String> defaults =
        names(Pattern.compile("<variable name=\"([^\"]+)\" defaultValue"), configuration);
    assertThat(text("bootstrap.properties.example").lines())
        .containsAll(
            names(VARIABLE, configuration).stream()
                .filter(name -> !defaults.contains(name))
                .map(name -> name + "=")
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"version.hibernate", "version.postgresql", "version.slf4j"})
  void theLibraryHasTheVersionsThatTheTestsRun(String version) {
    Pattern property = Pattern.compile("<%1$s>([^<]+)</%1$s>".formatted(version));
    assertThat(names(property, text("library.xml")))
        .isEqualTo(names(property, text("../../parent/pom.xml")));
  }

  private static List<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .distinct()
        .toList();
  }

  /** Without the comments. */
  private static String settings(String name) {
    return text(name).replaceAll("(?s)<!--.*?-->", "");
  }

  private static String text(String name) {
    try {
      return Files.readString(FILES.resolve(name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
