// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.testkit.Run.Outcome;

/** The points that a report demands to be met. */
class ReportTest {

  private static final String STEP = "in route reservations, step 2: INSERT reservation";
  private static final String SETTLES = "after UPDATE semel_intent: commits";
  private static final String LEASES_BESIDE = "after UPDATE semel_intent: UPDATE semel_intent";

  /**
   * A relay settles one intent and leases another in one transaction, or in two: as time has it.
   */
  @Test
  void aPointOfNoStepThatOneRunWithoutFaultsPassesByChanceNeedNotBeMetAgain() {
    Report report = report(List.of(STEP, SETTLES, LEASES_BESIDE), List.of(STEP, SETTLES));
    report.add("it dies", STEP, run(true));
    report.add("it dies", SETTLES, run(true));
    report.add("it dies", LEASES_BESIDE, run(false));
    assertThat(report.isExact()).as(report.toString()).isTrue();
    assertThat(report.toString()).contains("Not struck").contains(LEASES_BESIDE);
  }

  @Test
  void aPointThatEachRunWithoutFaultsPassesMustBeMet() {
    Report report = report(List.of(STEP, SETTLES), List.of(STEP, SETTLES));
    report.add("it dies", SETTLES, run(false));
    assertThat(report.isExact()).isFalse();
    assertThat(report.toString()).contains("NOT SHOWN").contains(SETTLES);
  }

  @Test
  void aPointOfAStepMustBeMetThoughOneRunPassesItOnly() {
    Report report = report(List.of(STEP), List.of());
    report.add("it dies", STEP, run(false));
    assertThat(report.isExact()).isFalse();
    assertThat(report.toString()).contains("NOT SHOWN").contains(STEP);
  }

  @Test
  void aMessageOfWhichARunLeavesNoMemoryIsFound() {
    Report report = report(List.of(), List.of());
    report.add("it comes twice", "", run(0, List.of(), false));
    assertThat(report.names("the consumer's memory")).as(report.toString()).isTrue();
    assertThat(report.toString()).contains("0 identities of 1 messages");
  }

  private static Report report(List<String> good, List<String> twin) {
    return new Report(run(good, false), run(twin, false), Set.of(), false);
  }

  private static Outcome run(boolean struck) {
    return run(List.of(), struck);
  }

  private static Outcome run(List<String> points, boolean struck) {
    return run(1, points, struck);
  }

  private static Outcome run(long identities, List<String> points, boolean struck) {
    return new Outcome(
        new Rows(Map.of()),
        List.of(),
        List.of(),
        List.of(),
        identities,
        points,
        Map.of(),
        List.of(),
        struck);
  }
}
