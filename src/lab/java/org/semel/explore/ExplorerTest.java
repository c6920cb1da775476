// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A slice of what {@code mvn -Pexplore} plays; and that the explorer finds what is broken. */
class ExplorerTest {

  private static final int SEED = 38;
  private static final int CASES = 15;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void theModelIsRightAboutTheFirstCases() {
    List<Find> finds = run(CASES);
    System.out.println(printed.toString(StandardCharsets.UTF_8));
    assertThat(finds).extracting(Find::test).isEmpty();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("cases=" + CASES)
        .contains("failures=0");
  }

  /** For each the smallest case that the explorer has found it by. */
  static Stream<Arguments> broken() {
    return Stream.of(
        arguments(
            Control.CLAIMS_FORGET,
            """
            send k2 text b1 2
            """),
        arguments(
            Control.CONFLICTS_ARE_COPIES,
            """
            send k2 text b1 1
            send k2 text b2 1
            """),
        arguments(
            Control.FIRST_FAILURE_PARKS,
            """
            trouble plain route k2 1
            send k2 text b1 1
            """),
        arguments(
            Control.UNKNOWN_IS_DELIVERED,
            """
            step plain intent
            trouble fails_before provider k2 1
            send k2 text b1 1
            """),
        arguments(
            Control.ORDER_IS_LOST,
            """
            set destination.order-by=header:group
            step plain intent
            step plain intent
            trouble fails_before provider k2 2
            send k2 text b1 1
            """),
        arguments(
            Control.BEGINS_TOO_LATE,
            """
            set order=versions
            send a0/1 version b1 1
            """),
        arguments(
            Control.FORGETS_NOTHING,
            """
            send k2 text b1 1
            act forget
            act resend
            """),
        arguments(
            Control.NO_SECOND_PERSON,
            """
            set plan-approval-from=1
            send x keyless b1 2
            act plan
            """),
        arguments(
            Control.WRITES_OUTSIDE,
            """
            trouble s40001 route k2 1
            send k2 text b1 1
            """),
        arguments(
            Control.BLANK_IS_A_KEY,
            """
            send x blank b1 2
            """));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void whatIsBrokenOnPurposeIsFoundAndNothingElse(Control control, String text) {
    assertThat(differences(text, Control.NONE)).isEmpty();
    assertThat(differences(text, control)).as(control.meaning).isNotEmpty();
  }

  @Test
  void everyControlHasItsCase() {
    assertThat(broken().map(one -> one.get()[0])).containsAll(Control.broken());
  }

  /** So that a table of docs/explorer.md can be written anew at any time. */
  @Test
  void everyMendCanBeTakenOut(@TempDir Path classes) {
    List<TakenOut> mends = TakenOut.all();
    TakenOut.compile(mends, classes);
    assertThat(mends)
        .isNotEmpty()
        .allSatisfy(mend -> assertThat(mend.meaning()).isNotEmpty().doesNotContain("|"))
        .allSatisfy(mend -> assertThat(IntStream.range(0, 10_000)).anyMatch(n -> isDrawn(mend, n)));
  }

  /** Among the cases that would be played for it. */
  private static boolean isDrawn(TakenOut mend, int number) {
    return new Options(0, SEED, Duration.ZERO, mend.among(), 1, true)
        .wants(Case.drawn(SEED, number));
  }

  private static List<String> differences(String text, Control control) {
    Explorer.prepare();
    return Played.of(Case.of(text), control, Played.PATIENCE).differences();
  }

  private List<Find> run(int cases) {
    return Explorer.run(new Options(cases, SEED, Duration.ZERO, "", 3, false), Control.NONE, out);
  }

  @Test
  void aCaseIsDrawnFromItsSeedAndNumberAlone() {
    assertThat(Case.drawn(SEED, 7))
        .isEqualTo(Case.drawn(SEED, 7))
        .isNotEqualTo(Case.drawn(SEED, 8));
  }

  @Test
  void everyCallThatCanBeStruckIsDrawn() {
    assertThat(
            IntStream.range(0, 30_000)
                .mapToObj(number -> Case.drawn(SEED, number))
                .flatMap(drawn -> drawn.strike().stream())
                .map(Strike::pair)
                .distinct())
        .containsExactlyInAnyOrderElementsOf(Strike.pairs());
  }

  /** One call of each kind. */
  static Stream<Arguments> killed() {
    return Stream.of(
        arguments("statement kill 9 behind", "set provider=http"),
        arguments("database_commit kill 3 before", "set provider=http"),
        arguments("broker_commit kill 2 behind", "set receive=direct"),
        arguments("broker_prepare kill 2 behind", "set provider=queue"),
        arguments("acknowledge kill 2 before", "set protocol=ack-after-commit"),
        arguments("send kill 3 behind", "set provider=queue"),
        arguments("provider kill 3 behind", "set provider=http"),
        arguments(
            "provider kill 3 before",
            "set protocol=store-first\nset destination.keys=ignored\nset query=honest"));
  }

  @ParameterizedTest
  @MethodSource("killed")
  void aProcessMayEndAtEachOfItsCalls(String strike, String settings) {
    Explorer.prepare();
    String text =
        "%s\nset batch=7\nstep plain intent\nstrike %s\nsend c crowd b1 30\nact resend\n"
            .formatted(settings, strike);
    Played.Outcome outcome = Played.of(Case.of(text), Control.NONE, Played.PATIENCE);
    assertThat(outcome.differences()).as(text).isEmpty();
    assertThat(outcome.states()).as(text).anyMatch(met -> met.startsWith("strike KILL"));
  }

  @Test
  void aCaseIsItsText() {
    assertThat(IntStream.range(0, 100).mapToObj(i -> Case.drawn(SEED, i)))
        .allSatisfy(one -> assertThat(Case.of(one.text())).isEqualTo(one));
  }

  @Test
  void aCaseIsShrunkToThePartsThatItFailsBy() {
    Case whole = Case.of("set batch=7\nstep plain sql\nact mend\nsend k2 text b1 2\nact restart\n");
    assertThat(whole.shrunk(one -> one.text().contains("k2") && one.text().contains("restart")))
        .isEqualTo(Case.of("send k2 text b1 2\nact restart\n"));
  }
}
