// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The page on versions. {@code -Dsemel.docs=write} joins to it what server tests have run since the
 * last clean build.
 */
class VersionsTest {

  private static final Path PAGE = Path.of("docs/versions.md");
  private static final Combination OLD = new Combination("WildFly", "9.0.1.Final", "17.0.15");
  private static final Combination NEW = new Combination("WildFly", "39.0.1.Final", "25.0.1");

  @Test
  void thePageIsWhatRunsHaveWritten() throws IOException {
    VersionsPage page = VersionsPage.read(Files.readString(PAGE));
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.writeString(PAGE, page.with(Records.latest()).markdown());
    }
    assertThat(page.rows()).isNotEmpty();
    assertThat(PAGE).as("nobody writes it by hand").usingCharset(UTF_8).hasContent(page.markdown());
  }

  @Test
  void theServersOfThisBuildAreOnThePageAndNothingFailedThere() throws IOException {
    String pom = Files.readString(Path.of("parent/pom.xml"));
    VersionsPage page = VersionsPage.read(Files.readString(PAGE));
    for (String server : List.of("wildfly", "liberty")) {
      String element = "<version." + server + ">";
      String version = pom.substring(pom.indexOf(element) + element.length()).split("<", 2)[0];
      assertThat(page.rows().entrySet())
          .as("server tests ran on %s %s", server, version)
          .anyMatch(row -> row.getKey().version().equals(version) && row.getValue().failed() == 0);
    }
  }

  @Test
  void aLaterRunStandsInPlaceOfAnEarlierOneOfTheSameCombinationAndOldVersionsComeFirst() {
    VersionsPage page =
        new VersionsPage()
            .with(List.of(new TestRun(NEW, "OneIT", 3, 1), new TestRun(OLD, "OneIT", 4, 0)))
            .with(List.of(new TestRun(NEW, "OneIT", 4, 0), new TestRun(NEW, "TwoIT", 2, 0)));
    assertThat(page.markdown())
        .endsWith(
            """
            | WildFly | 9.0.1.Final | 17.0.15 | 1 | 4 | 0 |
            | WildFly | 39.0.1.Final | 25.0.1 | 2 | 6 | 0 |
            """);
    assertThat(VersionsPage.read(page.markdown()).markdown()).isEqualTo(page.markdown());
  }

  @Test
  void whatIsNotedIsReadAgain() {
    TestRun run = new TestRun(NEW, "OneIT", 3, 1);
    assertThat(TestRun.of(run.line())).isEqualTo(run);
  }
}
