// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Which versions run; whether they fit is the matter of others. */
public final class VersionCheck implements DoctorCheck {

  private final String subject;
  private final Supplier<Map<String, String>> versions;

  /**
   * A look at versions.
   *
   * @param subject of what
   * @param versions by the name of what has them
   */
  public VersionCheck(String subject, Supplier<Map<String, String>> versions) {
    this.subject = subject;
    this.versions = versions;
  }

  @Override
  public String subject() {
    return subject;
  }

  @Override
  public List<Observation> observe() {
    return new TreeMap<>(versions.get())
        .entrySet().stream()
            .map(each -> Symptom.PASSED.observed(each.getKey(), each.getValue()))
            .toList();
  }
}
