// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that this machine and the database agree about the time. Nothing is decided by it. */
public final class ClockCheck implements DoctorCheck {

  private static final Duration TOLERATED = Duration.ofSeconds(2);

  private final Supplier<Instant> database;
  private final Supplier<Instant> machine;

  /**
   * A look at two clocks.
   *
   * @param database read in the caller's transaction
   * @param machine of this node
   */
  public ClockCheck(Supplier<Instant> database, Supplier<Instant> machine) {
    this.database = database;
    this.machine = machine;
  }

  @Override
  public String subject() {
    return "The clocks of machine and database";
  }

  /** Measured twice: the first reading may pay for a connection, and be blurred by that. */
  @Override
  public List<Observation> observe() {
    Duration first = difference();
    Duration second = difference();
    return List.of(judged(first.abs().compareTo(second.abs()) < 0 ? first : second));
  }

  private static Observation judged(Duration ahead) {
    return ahead.abs().compareTo(TOLERATED) <= 0
        ? Symptom.PASSED.observed("The clocks of machine and database agree.")
        : Symptom.CLOCKS_DIFFER.observed(
            "The database's clock is %s ms %s this machine's."
                .formatted(ahead.abs().toMillis(), ahead.isNegative() ? "behind" : "ahead of"));
  }

  private Duration difference() {
    Instant before = machine.get();
    Instant there = database.get();
    return beyond(there, before, machine.get());
  }

  /** How far it lies outside the time that the reading took; zero if within. */
  private static Duration beyond(Instant there, Instant before, Instant after) {
    if (there.isBefore(before)) {
      return Duration.between(before, there);
    }
    return there.isAfter(after) ? Duration.between(after, there) : Duration.ZERO;
  }
}
