// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that no old snapshot keeps the database from cleaning up. */
public final class SnapshotCheck implements DoctorCheck {

  /** So many dead rows in the tables of what waits are felt. */
  private static final long OLD = 1_000_000;

  private final Supplier<OldestSnapshot> oldest;

  public SnapshotCheck(Supplier<OldestSnapshot> oldest) {
    this.oldest = oldest;
  }

  @Override
  public String subject() {
    return "The oldest snapshot (xmin)";
  }

  @Override
  public List<Observation> observe() {
    OldestSnapshot found = oldest.get();
    List<Observation> all = new ArrayList<>();
    all.add(
        (found.transactions() >= OLD ? Symptom.SNAPSHOT_TOO_OLD : Symptom.PASSED)
            .observed(
                "The oldest snapshot is %s transactions old%s."
                    .formatted(
                        found.transactions(),
                        found.holder().isBlank() ? "" : ", held by " + found.holder())));
    if (found.hidden() > 0) {
      all.add(
          Symptom.UNSEEN.observed(
              "The snapshots of %s sessions cannot be seen: the role lacks pg_read_all_stats."
                  .formatted(found.hidden())));
    }
    return all;
  }
}
