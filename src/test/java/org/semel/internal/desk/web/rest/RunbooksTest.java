// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.semel.alerts.AlertRule;

/**
 * Whoever is woken by an alert finds in its runbook where to look: a screen and a command that
 * there are. {@link TaskPagesTest} holds every command against the API.
 */
class RunbooksTest {

  private static final Path RUNBOOKS = Path.of("observability/runbooks.md");
  private static final Path CONSOLE = Path.of("docs/console.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z][a-z ,]+?) \\| `#/");
  private static final Pattern SCREEN = Pattern.compile("\\b[Ss]creen ([A-Z][a-z]+(?: doubt)?)\\b");
  private static final Pattern COMMAND = Pattern.compile("`java Semel\\.java [a-z-]+");

  @Test
  void eachNamesAScreenAndACommandThatThereAre() throws IOException {
    List<String> screens = found(ROW, Files.readString(CONSOLE));
    assertThat(screens).hasSizeGreaterThan(10).contains("Overview", "In doubt");
    Map<String, String> sections = sections();
    assertThat(sections.keySet())
        .containsExactlyElementsOf(AlertRule.all().stream().map(AlertRule::name).toList());
    sections.forEach(
        (alert, text) -> {
          assertThat(found(SCREEN, text)).as("screens for " + alert).isNotEmpty();
          assertThat(screens).as("screens").containsAll(found(SCREEN, text));
          assertThat(text).as("commands for " + alert).containsPattern(COMMAND);
        });
  }

  private static Map<String, String> sections() throws IOException {
    return Arrays.stream(Files.readString(RUNBOOKS).split("(?m)^## ", -1))
        .skip(1)
        .collect(
            Collectors.toMap(
                section -> section.lines().findFirst().orElseThrow(),
                section -> section,
                (one, other) -> one + other,
                LinkedHashMap::new));
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }
}
