// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.Map;

/**
 * The result of a look at the application's health.
 *
 * @param checks what was looked at
 */
public record HealthReport(List<Check> checks) {

  public HealthReport {
    checks = List.copyOf(checks);
  }

  /** The status of something. */
  public enum Status {
    /** As it is to be. */
    UP,
    /** Not so. */
    DOWN
  }

  /**
   * One thing that was looked at.
   *
   * @param name of what
   * @param data what is known of it; never a key, a message or an address
   */
  public record Check(String name, Status status, Map<String, String> data) {

    public Check {
      data = Map.copyOf(data);
    }

    static Check of(String name, boolean up, Map<String, String> data) {
      return new Check(name, up ? Status.UP : Status.DOWN, data);
    }
  }

  /** Up if everything is. */
  public Status status() {
    return checks.stream().allMatch(check -> check.status() == Status.UP) ? Status.UP : Status.DOWN;
  }
}
