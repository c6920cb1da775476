// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import org.semel.operations.node.Diagnosis.Observation;

/** One thing that the doctor looks at. */
public interface DoctorCheck {

  /** What it looks at, such as "prepared transactions". */
  String subject();

  /**
   * Looks. Called in a short transaction that is rolled back. What it throws says that the subject
   * cannot be seen.
   */
  List<Observation> observe();
}
