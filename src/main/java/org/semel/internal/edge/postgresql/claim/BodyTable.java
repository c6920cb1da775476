// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;

/** {@code semel_body}: messages that took effect, where a consumer's policy keeps them. */
public final class BodyTable implements KeptBodies {

  /** The time of the claim, or a moment before: the body must not outlive the identity. */
  private static final String KEEP =
      """
      INSERT INTO {schema}.semel_body (identity, consumer, key, headers, form, content_type, body, destination, message_id, kept_at)
      SELECT
        k.*,
        coalesce(
          (SELECT i.received_at - interval '1 minute' FROM {schema}.semel_inbox AS i WHERE i.identity = k.identity),
          transaction_timestamp())
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[])
        AS k (identity, consumer, key, headers, form, content_type, body, destination, message_id)
      """;

  /** A message that is parked after its claim holds the claim as much as one that took effect. */
  private static final String FIRST =
      """
      (SELECT form, content_type, body
       FROM {schema}.semel_body
       WHERE identity = ? AND consumer = ? AND key = ?
       ORDER BY id DESC LIMIT 1)
      UNION ALL
      (SELECT form, content_type, body
       FROM {schema}.semel_parked
       WHERE identity = ? AND consumer = ? AND key = ?
         AND holds_claim AND state <> 'released'
       ORDER BY id DESC LIMIT 1)
      LIMIT 1
      """;

  private final Jdbc jdbc;
  private final Transactions transactions;

  public BodyTable(Jdbc jdbc, Transactions transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  @Override
  public void keep(Identity identity, Message message) {
    buffered().add(new KeptRow(identity, message));
  }

  @Override
  public void flush() {
    List<KeptRow> rows = buffered();
    if (rows.isEmpty()) {
      return;
    }
    int written = jdbc.update("keep messages", KEEP, binds -> bind(rows, binds));
    if (written != rows.size()) {
      throw new IllegalStateException(
          written + " of " + rows.size() + " messages were kept; this is a defect of Semel");
    }
    rows.clear();
  }

  private List<KeptRow> buffered() {
    return transactions.bound(this, KeptRows.class, KeptRows::new).rows;
  }

  private static void bind(List<KeptRow> rows, Binds binds) throws SQLException {
    binds
        .uuids(rows, row -> row.identity().digest())
        .texts(rows, row -> row.identity().consumer())
        .texts(rows, row -> row.identity().key());
    MessageColumns.bind(binds, rows, KeptRow::message);
  }

  @Override
  public Optional<Body> first(Identity identity) {
    return jdbc
        .query(
            "find the body that took effect",
            FIRST,
            binds ->
                binds
                    .uuid(identity.digest())
                    .text(identity.consumer())
                    .text(identity.key())
                    .uuid(identity.digest())
                    .text(identity.consumer())
                    .text(identity.key()),
            MessageColumns::body)
        .stream()
        .findFirst();
  }

  private record KeptRow(Identity identity, Message message) {}

  private static final class KeptRows {
    private final List<KeptRow> rows = new ArrayList<>();
  }
}
