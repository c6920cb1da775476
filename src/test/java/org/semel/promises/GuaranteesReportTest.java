// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuaranteesReportTest {

  @TempDir Path directory;

  @BeforeEach
  void aBuildInSmall() throws IOException {
    write("src/InboxContract.java", "abstract class InboxContract {}");
    write("src/FakeInboxTest.java", "class FakeInboxTest extends InboxContract {}");
    write("src/RealInboxTest.java", "class RealInboxTest\n    extends InboxContract {}");
    write(
        "pages/a.md",
        """
        # Promises: A
        * Not a promise. `ATest.limit`
        ## One
        * First, over two
          lines. `ATest.good`, `ATest.Case.nested`; also: `ATest.bad`
        * Both must pass. `InboxContract.both`, `InboxContract.realFails`
        * No test shows this yet.
        """);
    write(
        "pages/b.md",
        """
        # Promises: B
        ## Two
        * Many values. `ATest.many`, `ATest.absent`, `ATest.skipped`, `FakeInboxTest`
        * On two servers. `EachIT.same`, `EachIT.other`
        """);
    write("pages/README.md", "# Promises\n## Index\n* Not a promise either. `ATest.limit`\n");
    report(
        "ATest",
        "good",
        "",
        "bad",
        "<failure/>",
        "many(int)[1]",
        "",
        "many(int)[2]",
        "<error/>",
        "skipped",
        "<skipped/>");
    report("ATest$Case", "nested", "");
    report("FakeInboxTest", "both", "", "realFails", "");
    report("RealInboxTest", "both()", "", "realFails()", "<failure/>");
    report("EachIT[1]", "same", "", "other", "");
    report("EachIT[2]", "same", "", "other(int)[1]", "<failure/>");
  }

  @Test
  void everyPromiseIsListedWithItsTestsAndWhatBecameOfThem() throws IOException {
    assertThat(report().lines().filter(line -> line.startsWith("| ")))
        .contains(
            "| First, over two lines. | `ATest.good` | passed |",
            "|  | `ATest.Case.nested` | passed |",
            "|  | `ATest.bad` | **failed** |",
            "| No test shows this yet. | none | no test |");
    assertThat(report()).contains("5 promises, 11 tests named: 5 passed, 4 failed, 2 not run");
  }

  @Test
  void aContractHasPassedIfAllWhoRunItHave() throws IOException {
    assertThat(report())
        .contains(
            "| Both must pass. | `InboxContract.both` | passed |",
            "|  | `InboxContract.realFails` | **failed** |");
  }

  @Test
  void aTestOnEachServerHasPassedIfItHasOnAll() throws IOException {
    assertThat(report())
        .contains(
            "| On two servers. | `EachIT.same` | passed |", "|  | `EachIT.other` | **failed** |");
  }

  @Test
  void aTestOfManyValuesFailsWithOneOfThemAndWhatWasSkippedIsNotRun() throws IOException {
    assertThat(report())
        .contains(
            "| Many values. | `ATest.many` | **failed** |",
            "|  | `ATest.absent` | not run |",
            "|  | `ATest.skipped` | not run |",
            "|  | `FakeInboxTest` | passed |");
  }

  @Test
  void theMessageStoresPromisesAreCountedWithThoseThatAreShown() throws IOException {
    write(
        "pages/a.md",
        """
        # Promises: A
        ## Retention
        * Shown. `ATest.good`, `FakeInboxTest`
        * Not shown by all of its tests. `ATest.good`, `ATest.bad`
        * No test shows this yet.
        """);
    assertThat(report()).contains("| retention | 2 | 1 |").contains("| conflicts | 0 | 0 |");
  }

  @Test
  void eachPageIsCountedWithWhatBecameOfItsPromises() throws IOException {
    assertThat(report()).contains("| A | 3 | 0 | 2 | 1 |").contains("| B | 2 | 0 | 2 | 0 |");
  }

  @Test
  void theIndexCountsPromisesAndTheirTests() throws IOException {
    assertThat(PromisesIndex.of(Promises.pages(directory.resolve("pages"))))
        .contains("| [A](a.md) | [One](a.md#one) | 3 | 5 | 1 |")
        .contains("| [B](b.md) | [Two](b.md#two) | 2 | 6 | 0 |")
        .endsWith("| all |  | 5 | 11 | 1 |\n");
  }

  @Test
  void whatIsNoPromiseIsNotListed() throws IOException {
    assertThat(report()).doesNotContain("ATest.limit");
  }

  @Test
  void whatWasNotRunIsListedByNameWithItsReasonEachOnce() throws IOException {
    String aborted =
        "<skipped type='x'>org.opentest4j.TestAbortedException: Assumption failed: none is found\n"
            + "\tat org.junit</skipped>";
    report(
        "BrowserTest",
        "shown(int)[1]",
        aborted,
        "shown(int)[2]",
        aborted,
        "also",
        "<skipped message='off'/>");
    assertThat(GuaranteesReport.of(notRun()).lines().filter(line -> line.startsWith("| `")))
        .containsExactly(
            "| `ATest.skipped` |  |",
            "| `BrowserTest.also` | off |",
            "| `BrowserTest.shown` | none is found |");
    assertThat(notRun().lines())
        .containsExactly(
            "not run: ATest: skipped",
            "not run: BrowserTest (none is found): shown",
            "not run: BrowserTest (off): also");
  }

  @Test
  void aBuildThatHasRunAllSaysSo() throws IOException {
    NotRun none = NotRun.in(List.of(directory.resolve("none")));
    assertThat(none.lines()).containsExactly("not run: none of the tests");
    assertThat(GuaranteesReport.of(none)).contains("None of the tests.");
  }

  private NotRun notRun() throws IOException {
    return NotRun.in(List.of(directory.resolve("reports")));
  }

  private String report() throws IOException {
    return GuaranteesReport.of(
        Promises.pages(directory.resolve("pages")),
        Outcomes.read(
            List.of(directory.resolve("reports"), directory.resolve("none")),
            directory.resolve("src")));
  }

  /** Names and what stands inside them, in turn. */
  private void report(String type, String... cases) throws IOException {
    StringBuilder suite = new StringBuilder("<testsuite>");
    for (int i = 0; i < cases.length; i += 2) {
      suite.append(
          "<testcase classname='org.semel.%s' name='%s'>%s</testcase>"
              .formatted(type, cases[i], cases[i + 1]));
    }
    write("reports/TEST-org.semel." + type + ".xml", suite.append("</testsuite>").toString());
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
