// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of what was run where: {@code docs/versions.md}. */
final class VersionsPage {

  private static final String HEAD =
      """
      # Versions

      On which servers, of which version, and on which Java the server tests ran. *The build writes this table*: each run of server
      tests notes where it ran (`target/versions.tsv`), `mvn verify` makes `target/versions.md` of it, and
      `mvn test -Dtest=VersionsTest -Dsemel.docs=write` joins it to this page. A server's version is its artifact's, Java's is what
      the JDK says. Three tests are `ExampleIT`, which runs both applications of the example; seven are those that run inside a
      server; `mvn verify` runs many more.

      Another combination:

          mvn verify -Dversion.wildfly=38.0.1.Final -Dsemel.java=/path/to/jdk -Dit.test=ExampleIT -Dtest=VersionsTest

      `version.wildfly` and `version.liberty` choose the servers, `-Dsemel.java` the home of the JDK on which they run. Build and tests
      stay on the Java that runs Maven.

      | server | version | Java | classes of tests | passed | failed |
      | --- | --- | --- | ---: | ---: | ---: |
      """;

  private static final Pattern ROW =
      Pattern.compile(
          "\\| ([^|]+) \\| ([^|]+) \\| (\\d[^|]*) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|");

  private final Map<Combination, Totals> rows = new TreeMap<>();

  /**
   * Of one combination.
   *
   * @param types how many classes of tests
   * @param passed how many tests
   * @param failed how many tests
   */
  record Totals(int types, int passed, int failed) {

    static Totals of(List<TestRun> runs) {
      return new Totals(
          runs.size(),
          runs.stream().mapToInt(TestRun::passed).sum(),
          runs.stream().mapToInt(TestRun::failed).sum());
    }
  }

  /** What a page has. */
  static VersionsPage read(String page) {
    VersionsPage read = new VersionsPage();
    ROW.matcher(page)
        .results()
        .forEach(
            row ->
                read.rows.put(
                    new Combination(row.group(1), row.group(2), row.group(3)),
                    new Totals(
                        Integer.parseInt(row.group(4)),
                        Integer.parseInt(row.group(5)),
                        Integer.parseInt(row.group(6)))));
    return read;
  }

  /** With these runs, in place of what it said of their combinations. */
  VersionsPage with(List<TestRun> runs) {
    runs.stream()
        .collect(Collectors.groupingBy(TestRun::on))
        .forEach((on, all) -> rows.put(on, Totals.of(all)));
    return this;
  }

  Map<Combination, Totals> rows() {
    return Map.copyOf(rows);
  }

  String markdown() {
    return HEAD
        + rows.entrySet().stream()
            .map(row -> row(row.getKey(), row.getValue()))
            .collect(Collectors.joining());
  }

  private static String row(Combination on, Totals totals) {
    return "| %s | %s | %s | %d | %d | %d |%n"
        .formatted(
            on.server(), on.version(), on.java(), totals.types(), totals.passed(), totals.failed());
  }
}
