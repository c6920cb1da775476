// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Parameter;

/** Each command that a page tells an operator to type is one that the API has. */
class TaskPagesTest {

  private static final Pattern COMMAND = Pattern.compile("java Semel\\.java ([^`\\n]+)");
  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");
  private static final Set<String> OF_THE_COMMAND_LINE = Set.of("all", "idempotency-key");

  private final List<Endpoint> table = new RestWorld().api.table();

  @ParameterizedTest
  @CsvSource({"docs/tasks.md, 15", "observability/runbooks.md, 10", "docs/rest.md, 4"})
  void everyCommandOfAPageIsOneThatTheApiHas(Path page, int atLeast) throws IOException {
    List<String> commands =
        COMMAND
            .matcher(Files.readString(page))
            .results()
            .map(found -> found.group(1).strip())
            .toList();
    assertThat(commands).hasSizeGreaterThanOrEqualTo(atLeast).allSatisfy(this::isOffered);
  }

  private void isOffered(String command) {
    List<String> words = new ArrayList<>();
    Set<String> options = new TreeSet<>();
    List<String> parts = WORD.matcher(command).results().map(MatchResult::group).toList();
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).startsWith("--")) {
        words.add(parts.get(i));
      } else if (!parts.get(i).equals("--all")) {
        options.add(parts.get(i++).substring(2));
      }
    }
    options.removeAll(OF_THE_COMMAND_LINE);
    String path = "/" + String.join("/", words);
    Endpoint endpoint = offered(path, options.contains("why") || path.endsWith("/rehearse"));
    List<String> known = endpoint.parameters().stream().map(Parameter::name).toList();
    assertThat(known).as(command).containsAll(options);
    assertThat(options).as(command).containsAll(required(endpoint));
  }

  private Endpoint offered(String path, boolean posts) {
    return table.stream()
        .filter(row -> row.type().method().equals(posts ? "POST" : "GET"))
        .filter(row -> path.matches(row.path().text().replaceAll("\\{\\w+}", "[^/]+")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("The API has no " + path));
  }

  private static List<String> required(Endpoint endpoint) {
    return endpoint.parameters().stream().filter(Parameter::required).map(Parameter::name).toList();
  }
}
