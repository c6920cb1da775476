// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.doctor;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * Whether the sealed days of the audit are as they were. What was seen is shared with all who ask
 * within a minute.
 */
public final class AuditCheck implements DoctorCheck {

  /** So many days are looked at: it reads each of their lines. */
  public static final int DAYS = 100;

  private static final Duration LIFE = Duration.ofMinutes(1);

  private final SharedLook<List<Observation>> shared;

  /**
   * A look at the seals.
   *
   * @param sealed the latest days that are sealed
   * @param broken what is not as it was of a sealed day: reads each of its lines
   * @param overdue the oldest day that should be sealed and is not
   * @param nanos a clock that never runs backwards
   */
  public AuditCheck(
      Supplier<List<LocalDate>> sealed,
      Function<LocalDate, List<LocalDate>> broken,
      Supplier<Optional<LocalDate>> overdue,
      LongSupplier nanos) {
    this.shared =
        new SharedLook<>(
            () ->
                observed(
                    sealed.get().stream().flatMap(day -> broken.apply(day).stream()).sorted().toList(),
                    overdue.get()),
            LIFE,
            nanos);
  }

  @Override
  public String subject() {
    return "The audit";
  }

  @Override
  public List<Observation> observe() {
    return shared.seen();
  }

  private static List<Observation> observed(List<LocalDate> broken, Optional<LocalDate> overdue) {
    List<Observation> all =
        Stream.concat(
                broken.stream().map(AuditCheck::altered),
                overdue.stream().map(AuditCheck::unsealed))
            .toList();
    return all.isEmpty()
        ? List.of(Symptom.PASSED.observed("The audit is as it was when its days were sealed."))
        : all;
  }

  private static Observation unsealed(LocalDate day) {
    return Symptom.AUDIT_UNSEALED.observed(
        "the audit of " + day, "It ended more than three hours ago and is not sealed.");
  }

  private static Observation altered(LocalDate day) {
    return Symptom.AUDIT_ALTERED.observed(
        "the audit of " + day, "Its lines do not have the digest with which they were sealed.");
  }
}
