// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.IntentActs.IntentContent;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentState;

/** {@code semel_intent}, as operators look at it: the intents of one identity. */
public final class IntentRecords {

  /** Whether no one knows if it took effect. A parked intent shows that by its reason. */
  static final String IN_QUESTION =
      "(i.state <> 'delivered'"
          + " AND (i.uncertain OR i.vouched OR coalesce(i.reason, '') = 'OUTCOME_UNKNOWN'))";

  static final String COLUMNS =
      """
      i.key, i.consumer, i.cause, i.destination, i.ordinal, i.name, i.state, i.attempts, i.reason, i.detail, i.reference,
        i.recorded_at, i.settled_at, i.due_at, %s AS in_question, i.xmin::text::bigint AS version
      """
          .formatted(IN_QUESTION);

  private static final String INTENTS =
      """
      SELECT %s FROM {schema}.semel_intent AS i
      WHERE key = ANY (?::uuid[])
      ORDER BY destination, name, ordinal
      """
          .formatted(COLUMNS);

  private static final String CONTENT =
      """
      SELECT %s, i.headers, i.form, i.content_type, %s FROM {schema}.semel_intent AS i
      WHERE key = ?
      """
          .formatted(COLUMNS, MessageColumns.UP_TO);

  /**
   * No index by cause, which every intent would have to pay for: those that are open lie in small
   * indexes of their own, which are read as a whole.
   */
  private static final String OPEN_INTENTS =
      """
      SELECT %1$s FROM {schema}.semel_intent AS i
      WHERE state IN ('pending', 'leased') AND consumer = ? AND cause = ?
      UNION ALL
      SELECT %1$s FROM {schema}.semel_intent AS i
      WHERE state = 'parked' AND consumer = ? AND cause = ?
      ORDER BY destination, name, ordinal
      LIMIT ?
      """
          .formatted(COLUMNS);

  private static final String REFERENCED =
      """
      SELECT %s FROM {schema}.semel_intent AS i
      WHERE reference = ?
      ORDER BY settled_at DESC, key
      LIMIT ?
      """
          .formatted(COLUMNS);

  private final Jdbc jdbc;

  public IntentRecords(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  public List<IntentRecord> of(Collection<UUID> keys) {
    List<UUID> asked = List.copyOf(keys);
    return jdbc.query(
        "look intents up", INTENTS, binds -> binds.uuids(asked, key -> key), IntentRecords::intent);
  }

  /** Of a body with more than {@code most} bytes no more than its size is read. */
  public Optional<IntentContent> content(UUID key, int most) {
    return jdbc
        .query(
            "look up what an intent sends",
            CONTENT,
            binds -> binds.number(most).uuid(key),
            IntentRecords::content)
        .stream()
        .findFirst();
  }

  private static IntentContent content(ResultSet row) throws SQLException {
    return new IntentContent(
        intent(row), HeadersColumn.read(row.getString("headers")), MessageColumns.bodyUpTo(row));
  }

  public List<IntentRecord> open(Identity identity, int most) {
    return jdbc.query(
        "look open intents up",
        OPEN_INTENTS,
        binds ->
            binds
                .text(identity.consumer())
                .text(identity.key())
                .text(identity.consumer())
                .text(identity.key())
                .number(most),
        IntentRecords::intent);
  }

  public List<IntentRecord> referenced(String reference, int most) {
    return jdbc.query(
        "look intents up by their provider's reference",
        REFERENCED,
        binds -> binds.text(reference).number(most),
        IntentRecords::intent);
  }

  static IntentRecord intent(ResultSet row) throws SQLException {
    IntentState state = IntentState.of(row.getString("state"));
    return new IntentRecord(
        row.getObject("key", UUID.class),
        new Identity(row.getString("consumer"), row.getString("cause")),
        new IntentRecord.Address(
            row.getString("destination"),
            row.getInt("ordinal"),
            Optional.ofNullable(row.getString("name"))),
        state,
        new IntentRecord.Answers(
            row.getInt("attempts"),
            Optional.ofNullable(row.getString("reason")),
            Optional.ofNullable(row.getString("detail")),
            Optional.ofNullable(row.getString("reference")),
            Times.maybe(row, "settled_at"),
            sending(state, row)),
        Times.at(row, "recorded_at"),
        row.getLong("version"));
  }

  private static IntentRecord.Sending sending(IntentState state, ResultSet row)
      throws SQLException {
    return new IntentRecord.Sending(
        state == IntentState.PENDING || state == IntentState.LEASED
            ? Times.maybe(row, "due_at")
            : Optional.empty(),
        row.getBoolean("in_question"));
  }
}
