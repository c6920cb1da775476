// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A slice of what {@code mvn -Pexplore} plays; and that the explorer finds what is broken. */
class ExplorerTest {

  private static final int SEED = 38;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void theModelIsRightAboutTheFirstCases() {
    List<Find> finds = run(30, Control.NONE);
    System.out.println(printed.toString(StandardCharsets.UTF_8));
    assertThat(finds).extracting(Find::test).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whatIsBrokenOnPurposeIsFound(Control control) {
    assertThat(run(100, control)).as(control.meaning).isNotEmpty();
  }

  private List<Find> run(int cases, Control control) {
    return Explorer.run(new Options(cases, SEED, Duration.ZERO, "", 3), control, out);
  }

  @Test
  void aCaseIsDrawnFromItsSeedAndNumberAlone() {
    assertThat(Case.drawn(SEED, 7))
        .isEqualTo(Case.drawn(SEED, 7))
        .isNotEqualTo(Case.drawn(SEED, 8));
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
