// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.semel.promises.Promises.Page;
import org.semel.promises.Promises.Promise;

/** {@code docs/promises/README.md}: the pages of promises, with their counts. */
public final class PromisesIndex {

  private static final String PREFACE =
      """
      # Promises

      Each page has the promises of one area. A promise is a sentence; behind it stand the tests that prove it. One that is only
      partly tested says so. The [guarantees](../guarantees.md) have the dozen that matter most, the [limits](../limits.md) what
      is not promised.

      A test whose name ends in `Contract` runs against a fake and against PostgreSQL (`PostgresInboxTest`, `PostgresAttemptsTest`,
      `PostgresParkingTest`, `PostgresIntentsTest`, `PostgresInterventionsTest`, `PostgresOrderTest`, `PostgresCasesTest`,
      `PostgresParkedActsTest`, `PostgresAuditTest`, `PostgresRecordsTest`, `PostgresBacklogTest`, `PostgresIdentitiesTest`,
      `PostgresPlansTest`, `PostgresPlanActsTest`, `PostgresParkedIntentsTest`, `PostgresListedIntentsTest`, `PostgresSearchTest`,
      `PostgresKeptTest`, `PostgresVersionsTest`, `PostgresStoredMessagesTest`, `PostgresPauseActsTest`); `InServerContract` runs
      inside each server (`InWildFlyIT`, `InLibertyIT`).

      `mvn verify` writes `target/guarantees.md`: the same table, and each promise, with the results of that build.

      *This page is generated from the pages beside it; a test compares them.*

      """;

  private PromisesIndex() {}

  /** The index of these pages. */
  public static String of(List<Page> pages) {
    StringBuilder index = new StringBuilder(PREFACE);
    index.append("| page | chapters | promises | tests named | promises without a test |\n");
    index.append("| --- | --- | ---: | ---: | ---: |\n");
    for (Page page : pages) {
      String link = "[%s](%s)".formatted(page.title(), page.file());
      index.append(row(link, chapters(page), page.promises()));
    }
    return index.append(row("all", "", all(pages))).toString();
  }

  private static String row(String page, String chapters, List<Promise> promises) {
    long tests = promises.stream().flatMap(promise -> promise.tests().stream()).distinct().count();
    long untested = promises.stream().filter(promise -> promise.tests().isEmpty()).count();
    return "| %s | %s | %d | %d | %d |%n"
        .formatted(page, chapters, promises.size(), tests, untested);
  }

  /** How many promises of each page a build has shown with all of their tests, and how many not. */
  static String table(List<Page> pages, Outcomes outcomes) {
    StringBuilder table =
        new StringBuilder(
            """
            | page | promises | shown by all of their tests | failed | not run, or without a test |
            | --- | ---: | ---: | ---: | ---: |
            """);
    for (Page page : pages) {
      table.append(
          "| %s | %d | %d | %d | %d |%n"
              .formatted(
                  page.title(),
                  page.promises().size(),
                  ended(page, outcomes, Outcome.PASSED),
                  ended(page, outcomes, Outcome.FAILED),
                  ended(page, outcomes, Outcome.NOT_RUN)));
    }
    return table.toString();
  }

  private static long ended(Page page, Outcomes outcomes, Outcome outcome) {
    return page.promises().stream().filter(promise -> outcomes.of(promise) == outcome).count();
  }

  private static String chapters(Page page) {
    return page.chapters().stream()
        .map(chapter -> "[%s](%s#%s)".formatted(chapter, page.file(), anchor(chapter)))
        .collect(Collectors.joining("; "));
  }

  /** As GitHub makes it of a heading. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static List<Promise> all(List<Page> pages) {
    return pages.stream().flatMap(page -> page.promises().stream()).toList();
  }
}
