// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.edge.postgresql.claim.DuplicateTable;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.message.Identity;

/**
 * {@code semel_inbox}: messages that are stored first and run later. Only {@link StageTransitions}
 * writes their stages.
 */
public final class StoredTable implements StoredMessages {

  private static final String STORE =
      """
      INSERT INTO {schema}.semel_inbox (identity, consumer, key, headers, form, content_type, body, destination, message_id, deliveries)
      SELECT *
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[], ?::int[])
        AS m (identity, consumer, key, headers, form, content_type, body, destination, message_id, deliveries)
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
      WHERE before < %d
      ORDER BY size, identity
      """
          .formatted(StoredRow.COLUMNS, MessageColumns.TOGETHER);

  private static final String FIND =
      """
      SELECT %s FROM {schema}.semel_inbox WHERE identity = ? FOR UPDATE
      """
          .formatted(StoredRow.COLUMNS);

  private final Jdbc jdbc;
  private final DueMessages due;
  private final StepTable steps;
  private final StageTransitions moves;
  private final Renewals renewals;
  private final DuplicateTable duplicates;

  public StoredTable(Jdbc jdbc) {
    this(jdbc, System::nanoTime);
  }

  public StoredTable(Jdbc jdbc, LongSupplier nanos) {
    this.jdbc = jdbc;
    this.due = new DueMessages(jdbc, nanos);
    this.steps = new StepTable(jdbc);
    this.moves = new StageTransitions(jdbc);
    this.renewals = new Renewals(jdbc);
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
    for (Found found : steps.along(due)) {
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
    Set<UUID> made = this.moves.make(moves);
    steps.forget(
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
    renewals.renew(List.copyOf(leased), life);
  }

  @Override
  public boolean finish(LeasedMessage leased, RouteProgress progress, Duration life) {
    return steps.finish(leased, progress, life);
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
}
