// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.semel.internal.desk.operate.identities.AuditedIdentities;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.edge.postgresql.claim.DuplicateTable;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.StoredMessages.Found;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.message.Body;
import org.semel.message.Identity;

/**
 * {@code semel_inbox}: messages that are stored first and run later; and {@code semel_step}, the
 * exchange of a route of several steps, as its latest step left it. All that writes these tables is
 * here, but for what forgets rows that have ended.
 *
 * <pre>
 * stage             statement            stage afterwards
 * ----------------  -------------------  -----------------------------------------------
 * none              STORE                RECEIVED
 * RECEIVED          MOVE                 IN_PROGRESS, FAILED_TERMINAL
 * IN_PROGRESS       MOVE                 COMPLETED, RECEIVED, FAILED_RETRYABLE, FAILED_TERMINAL,
 *                                        or IN_PROGRESS under the next lease
 * IN_PROGRESS       RENEW, FINISH        IN_PROGRESS, for longer; FINISH at the next step
 * FAILED_RETRYABLE  MOVE                 IN_PROGRESS, FAILED_TERMINAL
 * FAILED_TERMINAL   MOVE                 PARKED
 * COMPLETED         MOVE                 PARKED
 * PARKED            MOVE                 RECEIVED
 * COMPLETED,        semel_forget_stored  once it is old: none, or the same without its bytes
 *   PARKED
 * </pre>
 *
 * <p>Of what runs here MOVE alone writes a stage, as {@link InboxStage} allows. It, RENEW and
 * FINISH are fenced: only the latest lease changes the row. The last line is a function of the
 * tables' owner.
 */
public final class StoredTable implements StoredMessages {

  private static final String STORE =
      """
      INSERT INTO {schema}.semel_inbox (identity, consumer, key, headers, form, content_type, body, destination, message_id, deliveries,
        aggregate, version)
      SELECT *
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[], ?::int[],
          ?::uuid[], ?::bigint[])
        AS m (identity, consumer, key, headers, form, content_type, body, destination, message_id, deliveries, aggregate, version)
      ORDER BY m.identity
      ON CONFLICT (identity) DO NOTHING
      RETURNING identity
      """;

  /** The rest is found the next time. The size of a body is known without reading it. */
  private static final String FINAL =
      """
      WITH failed AS (
        SELECT %s, octet_length(body) AS size
        FROM {schema}.semel_inbox
        WHERE consumer = ? AND state = 'FAILED_TERMINAL'
        ORDER BY octet_length(body)
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      )
      SELECT *
      FROM (
        SELECT failed.*, sum(size) OVER (ORDER BY size, identity) - size AS before FROM failed
      ) AS fitting
      WHERE before < %s
      ORDER BY size, identity
      """
          .formatted(StoredRow.COLUMNS, MessageColumns.TOGETHER);

  private static final String FIND =
      """
      SELECT %s FROM {schema}.semel_inbox WHERE identity = ? FOR UPDATE
      """
          .formatted(StoredRow.COLUMNS);

  /**
   * A release or a replay that is older than the row was of an earlier one, whose memory is over.
   */
  private static final String REPEATED =
      """
      SELECT DISTINCT i.identity
      FROM {schema}.semel_inbox AS i JOIN {schema}.semel_audit AS a USING (identity)
      WHERE i.identity = ANY (?::uuid[])
        AND (a.act = 'FORGET' AND a.outcome = ? OR a.act IN ('RELEASE', 'REPLAY') AND a.done_at >= i.received_at)
      """;

  /**
   * The one statement that writes a stage. Rows are locked in the order of their identities, so
   * that two moves cannot wait for each other in a circle. They are due in the order of the moves.
   * Rows are found by key even where statistics know of few rows.
   */
  private static final String MOVE =
      """
      WITH m AS (
        SELECT *
        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[],
          ?::text[]) WITH ORDINALITY
          AS m (identity, lease, state, delay, failed, lapsed, reason, kind, detail, failure_group, place)
      ),
      locked AS MATERIALIZED (
        SELECT i.identity
        FROM (SELECT identity FROM m ORDER BY identity) AS m,
          LATERAL (SELECT i.identity FROM {schema}.semel_inbox AS i WHERE i.identity = m.identity FOR UPDATE) AS i
      )
      UPDATE {schema}.semel_inbox AS i
      SET state = m.state,
          lease = i.lease + (m.state = 'IN_PROGRESS')::int,
          lapses = CASE WHEN i.state = 'PARKED' THEN 0
                        ELSE i.lapses + m.lapsed + (i.state = 'IN_PROGRESS' AND m.state = 'IN_PROGRESS')::int END,
          failures = CASE WHEN i.state = 'PARKED' THEN 0 ELSE i.failures + m.failed END,
          due_at = statement_timestamp() + m.delay * interval '1 millisecond' + (m.place - 1) * interval '1 microsecond',
          reason = coalesce(m.reason, i.reason),
          kind = coalesce(m.kind, i.kind),
          detail = coalesce(m.detail, i.detail),
          failure_group = coalesce(m.failure_group, i.failure_group),
          unparked_at = CASE WHEN i.state = 'PARKED' THEN statement_timestamp() ELSE i.unparked_at END,
          ended_at = CASE WHEN m.state IN ('COMPLETED', 'PARKED') THEN statement_timestamp() END
      FROM m
      WHERE i.identity = m.identity AND i.identity = ANY (ARRAY(SELECT identity FROM locked)) AND i.lease = m.lease
        AND i.state || '>' || m.state = ANY (?::text[])
      RETURNING i.identity
      """;

  /** Skips locked rows: a row that is written at this moment ends, or is leased again. */
  private static final String RENEW =
      """
      WITH free AS (
        SELECT i.identity
        FROM unnest(?::uuid[], ?::bigint[]) AS m (identity, lease),
          LATERAL (
            SELECT i.identity
            FROM {schema}.semel_inbox AS i
            WHERE i.identity = m.identity AND CASE i.state WHEN 'IN_PROGRESS' THEN i.lease END = m.lease
            FOR UPDATE SKIP LOCKED) AS i
      )
      UPDATE {schema}.semel_inbox AS i
      SET due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE i.identity = ANY (ARRAY(SELECT identity FROM free))
      """;

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

  private static final String STEPS =
      """
      SELECT identity, name, form, content_type, body, context FROM {schema}.semel_step WHERE identity = ANY (?::uuid[])
      """;

  private static final String FORGET_STEPS =
      """
      DELETE FROM {schema}.semel_step WHERE identity = ANY (?::uuid[])
      """;

  private final Jdbc jdbc;
  private final DueMessages due;
  private final DuplicateTable duplicates;

  public StoredTable(Jdbc jdbc) {
    this(jdbc, System::nanoTime);
  }

  public StoredTable(Jdbc jdbc, LongSupplier nanos) {
    this.jdbc = jdbc;
    this.due = new DueMessages(jdbc, nanos);
    this.duplicates = new DuplicateTable(jdbc);
  }

  @Override
  public Set<Identity> store(List<InboxEntry> messages) {
    Map<UUID, InboxEntry> firsts = new LinkedHashMap<>();
    messages.forEach(one -> firsts.putIfAbsent(one.identity().digest(), one));
    List<InboxEntry> rows = List.copyOf(firsts.values());
    Set<UUID> made =
        new HashSet<>(
            jdbc.query(
                "store messages",
                STORE,
                binds -> StoredRow.bind(rows, binds),
                row -> row.getObject("identity", UUID.class)));
    return rows.stream()
        .map(InboxEntry::identity)
        .filter(identity -> made.contains(identity.digest()))
        .collect(Collectors.toSet());
  }

  @Override
  public List<LeasedMessage> lease(String consumer, Quota quota, Duration life) {
    List<Found> due = this.due.find(consumer, quota);
    List<LeasedMessage> leased = new ArrayList<>();
    for (Found found : along(due)) {
      leased.add(StoredRow.taken(found));
    }
    List<Move> refused =
        move(
            due.stream().map(one -> new Move(one.leased(), new StageChange.Leased(life))).toList());
    if (!refused.isEmpty()) {
      throw new IllegalStateException(
          refused.size() + " locked messages could not be leased; this is a defect of Semel");
    }
    return leased;
  }

  @Override
  public List<Move> move(List<Move> moves) {
    if (moves.isEmpty()) {
      return List.of();
    }
    Set<UUID> made = made(moves);
    forget(
        moves.stream()
            .filter(move -> move.change().stage() == InboxStage.COMPLETED)
            .map(Move::leased)
            .filter(leased -> made.contains(leased.identity().digest()))
            .toList());
    return moves.stream()
        .filter(move -> !made.contains(move.leased().identity().digest()))
        .toList();
  }

  @Override
  public void renew(Collection<LeasedMessage> leased, Duration life) {
    List<LeasedMessage> rows = List.copyOf(leased);
    jdbc.update(
        "renew leases",
        RENEW,
        binds ->
            binds
                .uuids(rows, row -> row.identity().digest())
                .numbers(rows, LeasedMessage::token)
                .number(life.toMillis()));
  }

  @Override
  public boolean finish(LeasedMessage leased, RouteProgress progress, Duration life) {
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

  @Override
  public List<LeasedMessage> failedForGood(String consumer, int most) {
    return jdbc
        .query(
            "find messages to be parked",
            FINAL,
            binds -> binds.text(consumer).number(most),
            StoredRow::read)
        .stream()
        .map(Found::leased)
        .toList();
  }

  /**
   * Those of {@code identities} whose intents may be recorded already: a person has had their
   * effect forgotten, or has handed them in since they were stored. Joins the caller's transaction.
   */
  public Set<Identity> repeated(List<Identity> identities) {
    Set<UUID> found =
        Set.copyOf(
            jdbc.query(
                "look for acts upon what is stored",
                REPEATED,
                binds ->
                    binds.uuids(identities, Identity::digest).text(AuditedIdentities.FORGOTTEN),
                row -> row.getObject("identity", UUID.class)));
    return identities.stream()
        .filter(identity -> found.contains(identity.digest()))
        .collect(Collectors.toSet());
  }

  @Override
  public Optional<Found> find(Identity identity) {
    return jdbc
        .query(
            "find a stored message", FIND, binds -> binds.uuid(identity.digest()), StoredRow::read)
        .stream()
        .findFirst();
  }

  @Override
  public void absorbed(Identity identity) {
    duplicates.absorbed(identity);
  }

  /** The messages that were moved. The others have lost their lease, or the step is not allowed. */
  private Set<UUID> made(List<Move> moves) {
    List<MoveRow> rows = moves.stream().map(MoveRow::of).toList();
    return new HashSet<>(
        jdbc.query(
            "move stored messages",
            MOVE,
            binds -> MoveRow.bind(rows, binds).texts(InboxStage.steps(), step -> step),
            row -> row.getObject("identity", UUID.class)));
  }

  /**
   * Adds the progress of their routes; messages that were never leased have none. A separate
   * statement after the rows are locked: only a new snapshot is sure to see the latest step.
   */
  private List<Found> along(List<Found> found) {
    List<Found> begun = found.stream().filter(one -> one.leased().token() > 0).toList();
    if (begun.isEmpty()) {
      return found;
    }
    Map<UUID, RouteProgress> progress = new HashMap<>();
    jdbc.query(
            "read finished steps",
            STEPS,
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

  private void forget(List<LeasedMessage> completed) {
    List<LeasedMessage> stepped =
        completed.stream().filter(leased -> leased.history().progress().isPresent()).toList();
    if (!stepped.isEmpty()) {
      jdbc.update(
          "forget finished steps",
          FORGET_STEPS,
          binds -> binds.uuids(stepped, leased -> leased.identity().digest()));
    }
  }
}
