// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.semel.operations.Plan;
import org.semel.operations.Plan.Approval;
import org.semel.operations.Plan.Pace;
import org.semel.operations.Plan.Progress;
import org.semel.operations.Plan.State;

/** A row of {@code semel_plan}. */
final class PlanRow {

  static final String COLUMNS =
      "id, consumer, source, who, why, rate, error_share, state, digest, size, done, failed,"
          + " needs_approval, approved_by";

  private PlanRow() {}

  static Plan read(ResultSet row) throws SQLException {
    return new Plan(
        row.getLong("id"),
        row.getString("consumer"),
        Plan.Source.valueOf(row.getString("source")),
        OperatorRow.by(row),
        new Pace(row.getInt("rate"), row.getInt("error_share")),
        new Progress(
            State.of(row.getString("state")),
            row.getObject("digest", UUID.class),
            row.getInt("size"),
            row.getInt("done"),
            row.getInt("failed"),
            approval(row)));
  }

  private static Approval approval(ResultSet row) throws SQLException {
    if (!row.getBoolean("needs_approval")) {
      return new Approval.NotNeeded();
    }
    String by = row.getString("approved_by");
    return by == null ? new Approval.Awaited() : new Approval.ApprovedBy(by);
  }
}
