// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that the database's settings are in their safe ranges. */
public final class SettingCheck implements DoctorCheck {

  private final Supplier<List<UnsafeSetting>> unsafe;

  /**
   * A look at settings.
   *
   * @param unsafe those outside their ranges
   */
  public SettingCheck(Supplier<List<UnsafeSetting>> unsafe) {
    this.unsafe = unsafe;
  }

  @Override
  public String subject() {
    return "The settings of the database";
  }

  @Override
  public List<Observation> observe() {
    List<UnsafeSetting> found = unsafe.get();
    return found.isEmpty()
        ? List.of(Symptom.PASSED.observed("The database's settings are in their safe ranges."))
        : found.stream().map(SettingCheck::of).toList();
  }

  private static Observation of(UnsafeSetting setting) {
    return Symptom.SETTING_UNSAFE.observed(
        setting.name(),
        "It is %s, and safe is %s. %s"
            .formatted(setting.value(), setting.range(), setting.danger()));
  }
}
