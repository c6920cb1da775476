// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** An inspection of the start-up proof, made once more. */
public final class RefusalCheck implements DoctorCheck {

  private final String subject;
  private final Severity severity;
  private final Inspection inspection;

  /**
   * A look at what {@code inspection} finds.
   *
   * @param severity of what it finds
   */
  public RefusalCheck(String subject, Severity severity, Inspection inspection) {
    this.subject = subject;
    this.severity = severity;
    this.inspection = inspection;
  }

  @Override
  public String subject() {
    return subject;
  }

  @Override
  public List<Observation> observe() {
    List<Refusal> refusals = inspection.refusals();
    return refusals.isEmpty()
        ? List.of(Symptom.PASSED.observed(subject + ": nothing to object to."))
        : refusals.stream().map(one -> Symptom.of(one, severity, Optional.empty())).toList();
  }
}
