// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.semel.promises.Promises.Name;
import org.semel.promises.Promises.Promise;

/**
 * Writes {@code target/guarantees.md}: every promise below {@code docs/promises}, the tests that it
 * names, and what became of them in this build. Run by the build after all tests.
 */
public final class GuaranteesReport {

  /** Where the tests of a build leave what became of them. */
  static final List<Path> REPORTS =
      List.of(Path.of("target/surefire-reports"), Path.of("target/failsafe-reports"));

  private final StringBuilder page = new StringBuilder();
  private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);

  private GuaranteesReport() {}

  public static void main(String[] args) throws IOException {
    Outcomes outcomes = Outcomes.read(REPORTS, Path.of("src"));
    List<Promises.Page> pages = Promises.pages(Promises.DIRECTORY);
    Path page = Path.of("target/guarantees.md");
    Files.writeString(page, of(pages, outcomes) + of(NotRun.in(REPORTS)));
    System.out.println("guarantees: " + page);
  }

  /** The report on the promises of these pages. */
  static String of(List<Promises.Page> pages, Outcomes outcomes) {
    GuaranteesReport report = new GuaranteesReport();
    List<Promise> promises = pages.stream().flatMap(page -> page.promises().stream()).toList();
    String chapter = "";
    for (Promise promise : promises) {
      if (!promise.chapter().equals(chapter)) {
        chapter = promise.chapter();
        report.heading(chapter);
      }
      report.rows(promise, outcomes);
    }
    String tables = PromisesIndex.table(pages, outcomes) + store(promises, outcomes);
    return report.whole(promises.size(), tables);
  }

  /** The tests that were not run, each by its name, those included that no promise names. */
  static String of(NotRun notRun) {
    StringBuilder rows = new StringBuilder("\n## Not run\n\n");
    if (notRun.tests().isEmpty()) {
      return rows.append("None of the tests.\n").toString();
    }
    rows.append("| test | why |\n| --- | --- |\n");
    notRun
        .tests()
        .forEach(
            test -> rows.append("| `%s` | %s |%n".formatted(test, test.why().replace("|", "\\|"))));
    return rows.toString();
  }

  /** How many promises of each area of the message store this build has shown. */
  private static String store(List<Promise> promises, Outcomes outcomes) {
    StringBuilder rows =
        new StringBuilder(
            """

            | area of the message store | promises | shown by all of their tests |
            | --- | ---: | ---: |
            """);
    for (Area area : Area.STORE) {
      List<Promise> made = area.of(promises);
      long shown = made.stream().filter(promise -> outcomes.of(promise) == Outcome.PASSED).count();
      rows.append("| %s | %d | %d |%n".formatted(area.name(), made.size(), shown));
    }
    return rows.toString();
  }

  private void heading(String chapter) {
    page.append("\n## ")
        .append(chapter)
        .append("\n\n| promise | test | outcome |\n| --- | --- | --- |\n");
  }

  private void rows(Promise promise, Outcomes outcomes) {
    String sentence = promise.sentence().replace("|", "\\|");
    if (promise.tests().isEmpty()) {
      page.append("| %s | none | no test |%n".formatted(sentence));
    }
    for (Name test : promise.tests()) {
      Outcome outcome = outcomes.of(test);
      counts.merge(outcome, 1, Integer::sum);
      page.append("| %s | `%s` | %s |%n".formatted(sentence, test, outcome));
      sentence = "";
    }
  }

  private String whole(int promises, String tables) {
    return """
        # Guarantees, as this build has shown them

        %d promises, %d tests named: %d passed, %d failed, %d not run. What the promises are worth: docs/guarantees.md and
        docs/limits.md. A contract counts as passed if it passed against the fake and against PostgreSQL.

        %s"""
            .formatted(
                promises,
                counts.values().stream().mapToInt(Integer::intValue).sum(),
                counts.getOrDefault(Outcome.PASSED, 0),
                counts.getOrDefault(Outcome.FAILED, 0),
                counts.getOrDefault(Outcome.NOT_RUN, 0),
                tables)
        + page;
  }
}
