// SPDX-License-Identifier: Apache-2.0
package org.semel.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;
import org.semel.matrix.Catalogue.Part;
import org.semel.matrix.Showings.Showing;
import org.semel.promises.Outcome;

/** The crash matrix as a page: the catalogue's rows, who shows each, and what became of them. */
final class Page {

  private static final Path PREFACE = Path.of("src/test/resources/crash-matrix-preface.md");

  private static final String HEAD =
      """

      | id | dies | moment | what holds | shown by | %s | state |
      | --- | --- | --- | --- | --- |%s --- |
      """
          .formatted(
              everyServer(ServerKind::product).collect(Collectors.joining(" | ")),
              everyServer(server -> " --- |").collect(Collectors.joining()));

  private final Map<String, List<Showing>> showings;
  private final Function<Showing, Outcome> outcomes;

  Page(List<Showing> showings, Function<Showing, Outcome> outcomes) {
    this.showings = Showings.byCell(showings);
    this.outcomes = outcomes;
  }

  String text() throws IOException {
    StringBuilder page = new StringBuilder(preface());
    boolean inTable = false;
    for (Part part : Catalogue.read()) {
      if (part instanceof Part.Cell cell) {
        page.append(inTable ? "" : HEAD).append(row(cell));
      } else if (part instanceof Part.Text text) {
        page.append('\n').append(wrapped(text.line())).append('\n');
      }
      inTable = part instanceof Part.Cell;
    }
    return page.toString();
  }

  /** Prose as wide as all other pages have it. */
  private static String wrapped(String line) {
    return line.replaceAll("(.{1,117}\\S)(?: +|$)", "$1\n").stripTrailing();
  }

  private String preface() throws IOException {
    List<Part.Cell> cells = Catalogue.cells().stream().filter(Part.Cell::isPromised).toList();
    return Files.readString(PREFACE)
        .replace("{shown}", String.valueOf(cells.stream().filter(this::isShown).count()))
        .replace("{cells}", String.valueOf(cells.size()));
  }

  private String row(Part.Cell cell) {
    String tests =
        of(cell).stream()
            .map(test -> "`%s`: %s".formatted(test.name(), outcomes.apply(test)))
            .collect(Collectors.joining(", "));
    return "| %s | %s | %s | %s | %s |%s %s |%n"
        .formatted(
            cell.window(),
            cell.who(),
            cell.moment(),
            cell.holds(),
            tests.isEmpty() ? "no test" : tests,
            everyServer(server -> isShownOn(server, cell) ? " yes |" : " |")
                .collect(Collectors.joining()),
            state(cell));
  }

  private static Stream<String> everyServer(Function<ServerKind, String> word) {
    return Arrays.stream(ServerKind.values()).map(word);
  }

  private String state(Part.Cell cell) {
    if (!cell.isPromised()) {
      return "not promised";
    }
    return isShown(cell) ? "shown" : "**open**";
  }

  /** By tests that have all passed when they ran last; and there is one. */
  private boolean isShown(Part.Cell cell) {
    return havePassed(of(cell));
  }

  private boolean isShownOn(ServerKind server, Part.Cell cell) {
    return havePassed(of(cell).stream().filter(test -> test.servers().contains(server)).toList());
  }

  private boolean havePassed(List<Showing> tests) {
    return !tests.isEmpty()
        && tests.stream().allMatch(test -> outcomes.apply(test) == Outcome.PASSED);
  }

  private List<Showing> of(Part.Cell cell) {
    return showings.getOrDefault(cell.name(), List.of());
  }

  /** Without anything that a test run decides. */
  static String withoutOutcomes(String page) {
    return page.replaceAll("`: (passed|not run|\\*\\*failed\\*\\*)", "`")
        .replaceAll("\\| yes (?=\\|)", "| ")
        .replaceAll("(?m) \\| (shown|\\*\\*open\\*\\*) \\|$", " | |")
        .replaceFirst("\\d+ of (\\d+) cells", "of $1 cells");
  }
}
