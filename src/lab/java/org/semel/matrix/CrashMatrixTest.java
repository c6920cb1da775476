// SPDX-License-Identifier: Apache-2.0
package org.semel.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.semel.matrix.Catalogue.Part;
import org.semel.matrix.Showings.Showing;
import org.semel.promises.Outcome;

/**
 * {@code docs/crash-matrix.md} is made of the tests and of their results. To write it, after a
 * {@code mvn verify}: {@code mvn -f lab/pom.xml test -Dtest=CrashMatrixTest -Dsemel.docs=write}.
 */
class CrashMatrixTest {

  private static final Path PAGE = Path.of("docs/crash-matrix.md");

  private final List<Showing> showings = Showings.all();

  @Test
  void thePageNamesTheTestsThatThereAre() throws IOException {
    if ("write".equals(System.getProperty("semel.docs"))) {
      Files.writeString(PAGE, MatrixReport.page());
    }
    String now = new Page(showings, test -> Outcome.NOT_RUN).text();
    assertThat(Page.withoutOutcomes(Files.readString(PAGE))).isEqualTo(Page.withoutOutcomes(now));
  }

  @Test
  void everyCellThatATestShowsIsInTheCatalogue() {
    assertThat(Catalogue.cells().stream().map(Part.Cell::name))
        .doesNotHaveDuplicates()
        .containsAll(Showings.byCell(showings).keySet());
  }

  @Test
  void whatIsNotPromisedIsNeitherShownNorOpenNorCounted() throws IOException {
    List<Part.Cell> unpromised =
        Catalogue.cells().stream().filter(cell -> !cell.isPromised()).toList();
    assertThat(unpromised).isNotEmpty();
    assertThat(Showings.byCell(showings)).doesNotContainKeys(names(unpromised));
    String page = new Page(showings, test -> Outcome.NOT_RUN).text();
    assertThat(page.lines().filter(line -> line.endsWith(" | not promised |")))
        .hasSameSizeAs(unpromised);
    assertThat(page).contains("of " + (Catalogue.cells().size() - unpromised.size()) + " cells");
  }

  private static String[] names(List<Part.Cell> cells) {
    return cells.stream().map(Part.Cell::name).toArray(String[]::new);
  }

  @Test
  void aCellIsShownOnlyIfAllItsTestsHavePassed() throws IOException {
    assertThat(rowsShown(test -> Outcome.PASSED)).isEqualTo(Showings.byCell(showings).size());
    assertThat(rowsShown(test -> Outcome.NOT_RUN)).isZero();
    assertThat(rowsShown(test -> Outcome.FAILED)).isZero();
  }

  private long rowsShown(Function<Showing, Outcome> outcomes) throws IOException {
    return new Page(showings, outcomes)
        .text()
        .lines()
        .filter(line -> line.endsWith(" | shown |"))
        .count();
  }
}
