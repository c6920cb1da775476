// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.Code;
import org.semel.internal.desk.watch.doctor.Symptom;
import org.semel.operations.Plan;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.DestinationStatus.DestinationState;
import org.semel.operations.node.Diagnosis.Severity;

/**
 * Whatever needs a person has an alert that reads the series in which it shows, or a reason why it
 * needs none: the second table of {@code docs/alerts.md} says which.
 */
class ToldTest {

  private static final Path PAGE = Path.of("docs/alerts.md");
  private static final String HEAD = "| of | what | shows in | alert, or why none |";
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern ALERT = Pattern.compile("\\[(Semel\\w+)]");

  /** Of what something is told. */
  private enum Subject {
    CONSUMER,
    DESTINATION,
    PLAN,
    FINDING,
    CODE;

    List<String> walked() {
      return switch (this) {
        case CONSUMER -> kinds(ConsumerState.class);
        case DESTINATION -> kinds(DestinationState.class);
        case PLAN -> Arrays.stream(Plan.State.values()).map(Enum::name).toList();
        case FINDING -> codes(Symptom.values(), ToldTest::needsAPerson, Symptom::code);
        case CODE ->
            codes(Code.values(), code -> code.urgency() == Code.Urgency.AT_ONCE, one -> one);
      };
    }
  }

  /**
   * A row of the table.
   *
   * @param shows in these series
   * @param alerts of which each reads one of them
   */
  private record Row(Subject of, List<String> what, List<String> shows, List<AlertRule> alerts) {

    static Row of(String line) {
      String[] cells = line.split(" *\\| *", -1);
      assertThat(cells[4]).as(line).isNotBlank();
      return new Row(
          Subject.valueOf(cells[1].toUpperCase(Locale.ROOT)),
          found(QUOTED, cells[2]),
          found(QUOTED, cells[3]),
          found(ALERT, cells[4]).stream().map(AlertRule::named).toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whateverNeedsAPersonHasAnAlertOrAReason(Subject of) throws IOException {
    List<String> told = new ArrayList<>();
    rows().stream().filter(row -> row.of() == of).forEach(row -> told.addAll(row.what()));
    assertThat(told).containsExactlyInAnyOrderElementsOf(of.walked());
  }

  @Test
  void eachAlertReadsASeriesInWhichItShows() throws IOException {
    assertThat(rows())
        .filteredOn(row -> !row.alerts().isEmpty())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            row ->
                assertThat(row.alerts())
                    .allMatch(alert -> row.shows().stream().anyMatch(alert::reads)));
  }

  /** Unless a reason says why not. */
  @Test
  void whatWakesAPersonHasACriticalAlert() throws IOException {
    assertThat(rows())
        .filteredOn(row -> row.of() == Subject.CODE && !row.alerts().isEmpty())
        .hasSizeGreaterThan(3)
        .allSatisfy(
            row -> assertThat(row.alerts()).extracting(AlertRule::severity).contains("critical"));
  }

  /** One that names another severity than the doctor's would never fire. */
  @Test
  void aFindingShowsUnderItsCodeAndSeverity() throws IOException {
    List<Row> rows = rows();
    for (Symptom symptom : Symptom.values()) {
      String shown =
          "semel_doctor_findings{code=\"%s\",severity=\"%s\"}"
              .formatted(symptom.code().text(), symptom.severity().name().toLowerCase(Locale.ROOT));
      assertThat(rows)
          .filteredOn(row -> row.of() == Subject.FINDING)
          .filteredOn(row -> row.what().contains(symptom.code().text()))
          .flatExtracting(Row::shows)
          .filteredOn(series -> series.startsWith("semel_doctor_findings"))
          .allMatch(shown::equals);
    }
  }

  private static List<Row> rows() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    assertThat(lines).contains(HEAD);
    return lines.subList(lines.indexOf(HEAD) + 2, lines.size()).stream()
        .takeWhile(line -> line.startsWith("|"))
        .map(Row::of)
        .toList();
  }

  private static boolean needsAPerson(Symptom symptom) {
    return symptom.severity() == Severity.ERROR || symptom.severity() == Severity.WARNING;
  }

  private static List<String> kinds(Class<?> sealed) {
    return Stream.of(sealed.getPermittedSubclasses()).map(Class::getSimpleName).toList();
  }

  private static <T> List<String> codes(T[] all, Predicate<T> chosen, Function<T, Code> code) {
    return Arrays.stream(all).filter(chosen).map(code).map(Code::text).toList();
  }

  private static List<String> found(Pattern pattern, String cell) {
    return pattern.matcher(cell).results().map((MatchResult one) -> one.group(1)).toList();
  }
}
