// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.DatabaseText;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StoredMessages.Found;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/** Maps a row of {@code semel_inbox} to a stored message. */
final class StoredRow {

  /** The columns that {@link #read} needs. */
  static final String COLUMNS =
      "identity, consumer, key, headers, form, content_type, body, destination, message_id,"
          + " deliveries, state, lease, failures, lapses, reason, kind, detail, failure_group,"
          + " received_at, erased";

  private StoredRow() {}

  static void bind(List<InboxEntry> rows, Binds binds) throws SQLException {
    binds
        .uuids(rows, row -> row.identity().digest())
        .texts(rows, row -> row.identity().consumer())
        .texts(rows, row -> row.identity().key());
    MessageColumns.bindDelivered(binds, rows, InboxEntry::message)
        .uuids(rows, row -> row.place().map(place -> place.aggregate().digest()).orElse(null))
        .numbers(rows, row -> row.place().map(Place::version).orElse(null));
  }

  static Found read(ResultSet row) throws SQLException {
    Message message = MessageColumns.delivered(row);
    return new Found(
        new LeasedMessage(
            DatabaseText.identity(row),
            message,
            row.getLong("lease"),
            new LeasedMessage.AttemptHistory(
                row.getInt("failures"), row.getInt("lapses"), Optional.empty(), verdict(row))),
        InboxStage.valueOf(row.getString("state")),
        Times.at(row, "received_at"),
        row.getBoolean("erased"));
  }

  private static Optional<Verdict> verdict(ResultSet row) throws SQLException {
    String reason = row.getString("reason");
    return reason == null
        ? Optional.empty()
        : Optional.of(
            new Verdict(
                ParkingReason.of(reason),
                new Failure(
                    row.getString("kind"),
                    Objects.requireNonNullElse(row.getString("detail"), ""), // erased
                    row.getString("failure_group"))));
  }

  /** The row as its lease will leave it. */
  static LeasedMessage taken(Found found) {
    LeasedMessage leased = found.leased();
    LeasedMessage.AttemptHistory history = leased.history();
    boolean reclaimed = found.stage() == InboxStage.IN_PROGRESS;
    return new LeasedMessage(
        leased.identity(),
        leased.message(),
        leased.token() + 1,
        new LeasedMessage.AttemptHistory(
            history.failures(),
            history.lapses() + (reclaimed ? 1 : 0),
            history.progress(),
            Optional.empty(),
            reclaimed));
  }
}
