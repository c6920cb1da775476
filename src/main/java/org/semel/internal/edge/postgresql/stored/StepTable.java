// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StoredMessages.Found;
import org.semel.message.Body;

/** {@code semel_step}: the exchange of a route of several steps, as its latest step left it. */
final class StepTable {

  private static final String FINISH =
      """
      WITH held AS (
        UPDATE {schema}.semel_inbox
        SET step = ?, due_at = statement_timestamp() + ? * interval '1 millisecond'
        WHERE identity = ? AND lease = ? AND state = 'IN_PROGRESS'
        RETURNING identity, step
      )
      INSERT INTO {schema}.semel_step (identity, name, form, content_type, body, context)
      SELECT identity, step, ?, ?, ?, ?::json FROM held
      ON CONFLICT (identity) DO UPDATE
      SET name = excluded.name, form = excluded.form, content_type = excluded.content_type, body = excluded.body,
          context = excluded.context, finished_at = excluded.finished_at
      """;

  private static final String READ =
      """
      SELECT identity, name, form, content_type, body, context FROM {schema}.semel_step WHERE identity = ANY (?::uuid[])
      """;

  private static final String FORGET =
      """
      DELETE FROM {schema}.semel_step WHERE identity = ANY (?::uuid[])
      """;

  private final Jdbc jdbc;

  StepTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  boolean finish(LeasedMessage leased, RouteProgress progress, Duration life) {
    Body body = progress.body();
    return jdbc.update(
            "finish a step",
            FINISH,
            binds ->
                binds
                    .text(progress.step())
                    .number(life.toMillis())
                    .uuid(leased.identity().digest())
                    .number(leased.token())
                    .text(body.form().name())
                    .text(body.contentType().orElse(null))
                    .bytes(body.bytes())
                    .text(HeadersColumn.write(progress.context())))
        == 1;
  }

  /**
   * Adds the progress of their routes; messages that were never leased have none. A separate
   * statement after the rows are locked: only a new snapshot is sure to see the latest step.
   */
  List<Found> along(List<Found> found) {
    List<Found> begun = found.stream().filter(one -> one.leased().token() > 0).toList();
    if (begun.isEmpty()) {
      return found;
    }
    Map<UUID, RouteProgress> progress = new HashMap<>();
    jdbc.query(
            "read finished steps",
            READ,
            binds -> binds.uuids(begun, one -> one.leased().identity().digest()),
            row -> Map.entry(row.getObject("identity", UUID.class), progress(row)))
        .forEach(read -> progress.put(read.getKey(), read.getValue()));
    return found.stream().map(one -> with(one, progress)).toList();
  }

  private static RouteProgress progress(ResultSet row) throws SQLException {
    return new RouteProgress(
        row.getString("name"),
        MessageColumns.body(row),
        HeadersColumn.read(row.getString("context")));
  }

  private static Found with(Found found, Map<UUID, RouteProgress> progress) {
    RouteProgress its = progress.get(found.leased().identity().digest());
    return its == null
        ? found
        : new Found(found.leased().at(its), found.stage(), found.received(), found.erased());
  }

  void forget(List<LeasedMessage> completed) {
    List<LeasedMessage> stepped =
        completed.stream().filter(leased -> leased.history().progress().isPresent()).toList();
    if (!stepped.isEmpty()) {
      jdbc.update(
          "forget finished steps",
          FORGET,
          binds -> binds.uuids(stepped, leased -> leased.identity().digest()));
    }
  }
}
