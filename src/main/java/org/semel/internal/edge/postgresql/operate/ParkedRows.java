// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.Cause;
import org.semel.operations.ParkedCase.Evidence;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedCase.RecordedBody;
import org.semel.operations.ParkedCase.Standing;

/** {@code semel_parked}: how its rows are read. */
final class ParkedRows {

  /** A query whose first parameter is the maximum of bytes to read of a body. */
  static final String COLUMNS =
      """
      SELECT id, consumer, key, reason, holds_claim, detail, failure_group, fingerprint, recorded_fingerprint, headers, form, content_type, %s,
        destination, message_id, deliveries, state, parked_at, failures, differing, recorded_at, whole,
        xmin::text::bigint AS version
      FROM {schema}.semel_parked
      """
          .formatted(MessageColumns.UP_TO);

  private ParkedRows() {}

  static ParkedCase read(ResultSet row) throws SQLException {
    return new ParkedCase(
        row.getLong("id"),
        row.getString("consumer"),
        MessageColumns.upTo(row, row.getInt("deliveries")),
        new Cause(
            ParkingReason.of(row.getString("reason")),
            row.getString("detail"),
            Optional.ofNullable(row.getString("failure_group"))),
        evidence(row),
        new Standing(
            ParkedState.of(row.getString("state")),
            Times.at(row, "parked_at"),
            row.getInt("failures"),
            row.getLong("version")));
  }

  private static Evidence evidence(ResultSet row) throws SQLException {
    @Nullable String key = row.getString("key");
    return new Evidence(
        key == null ? Optional.empty() : Optional.of(new Identity(row.getString("consumer"), key)),
        Optional.ofNullable(row.getBytes("fingerprint")).map(Fingerprint::stored),
        conflict(row),
        List.of((String[]) row.getArray("differing").getArray()),
        row.getBoolean("holds_claim"),
        row.getBoolean("whole"));
  }

  private static Optional<RecordedBody> conflict(ResultSet row) throws SQLException {
    byte @Nullable [] recorded = row.getBytes("recorded_fingerprint");
    return recorded == null
        ? Optional.empty()
        : Optional.of(new RecordedBody(Fingerprint.stored(recorded), Times.at(row, "recorded_at")));
  }
}
