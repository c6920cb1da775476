// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * One thing that the doctor looks at.
 *
 * @param subject such as "prepared transactions", at the beginning of a sentence
 * @param look called in a short transaction that is rolled back; what it throws says that the
 *     subject cannot be seen
 */
public record DoctorCheck(String subject, Supplier<List<Observation>> look) {

  /** Looks. */
  public List<Observation> observe() {
    return look.get();
  }
}
