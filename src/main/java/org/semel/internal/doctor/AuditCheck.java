// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.doctor;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.operations.node.Diagnosis.Observation;

/** Whether the sealed days of the audit are as they were. */
public final class AuditCheck implements DoctorCheck {

  /** So many days are looked at: it reads each of their lines. */
  public static final int DAYS = 100;

  private final Supplier<List<LocalDate>> broken;
  private final Supplier<Optional<LocalDate>> overdue;

  /**
   * A look at the seals.
   *
   * @param broken the days that are not as they were
   * @param overdue the oldest day that should be sealed and is not
   */
  public AuditCheck(Supplier<List<LocalDate>> broken, Supplier<Optional<LocalDate>> overdue) {
    this.broken = broken;
    this.overdue = overdue;
  }

  @Override
  public String subject() {
    return "The audit";
  }

  @Override
  public List<Observation> observe() {
    List<Observation> all =
        Stream.concat(
                broken.get().stream().map(AuditCheck::altered),
                overdue.get().stream().map(AuditCheck::unsealed))
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
