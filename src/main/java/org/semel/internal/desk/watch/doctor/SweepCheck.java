// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that retention makes its rounds. */
public final class SweepCheck implements DoctorCheck {

  private final Duration tolerated;
  private final Supplier<List<SweepAge>> ages;

  /**
   * A look at the rounds of retention.
   *
   * @param tolerated an older round is late
   */
  public SweepCheck(Duration tolerated, Supplier<List<SweepAge>> ages) {
    this.tolerated = tolerated;
    this.ages = ages;
  }

  @Override
  public String subject() {
    return "The rounds of retention";
  }

  @Override
  public List<Observation> observe() {
    List<Observation> late =
        ages.get().stream()
            .filter(each -> each.since().compareTo(tolerated) > 0)
            .map(
                each ->
                    Symptom.RETENTION_LATE.observed(
                        each.kept(),
                        "Its last round ended %s ago.".formatted(Spans.spelled(each.since()))))
            .toList();
    return late.isEmpty() ? List.of(Symptom.PASSED.observed("Retention makes its rounds.")) : late;
  }
}
