// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.StoreException;
import org.semel.internal.engine.receive.proof.DatabaseProbe;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * The database's side of the start-up proof: its settings, its schema, and what it has prepared.
 */
public final class PostgresProbe implements DatabaseProbe {

  private static final String INSERT =
      """
      INSERT INTO {schema}.semel_probe (id) VALUES (?)
      """;

  private static final String SPOIL =
      """
      SELECT 1 / 0
      """;

  private static final String REMOVE =
      """
      DELETE FROM {schema}.semel_probe WHERE id = ? OR made_at < statement_timestamp() - interval '1 day' RETURNING id
      """;

  /**
   * The driver writes an Xid as format_base64(global)_base64(branch); see its class RecoveredXid.
   */
  private static final String PREPARED =
      """
      SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, ?)
      """;

  private final Jdbc jdbc;
  private final UnflushedDatabase unflushed;

  /** A probe of the database behind {@code jdbc}. */
  public PostgresProbe(Jdbc jdbc, UnflushedDatabase unflushed) {
    this.jdbc = jdbc;
    this.unflushed = unflushed;
  }

  @Override
  public List<Refusal> inspect(int workers) {
    List<Refusal> refusals =
        new ArrayList<>(DatabaseSettings.in(jdbc).refusals(workers, unflushed));
    Schema.refusalIn(jdbc).or(() -> new Rights(jdbc).refusal()).ifPresent(refusals::add);
    return refusals;
  }

  @Override
  public void insert(UUID probe) {
    jdbc.update("write the probe's row", INSERT, binds -> binds.uuid(probe));
  }

  @Override
  public void spoil() {
    try {
      jdbc.query("fail on purpose", SPOIL, binds -> {}, row -> row.getInt(1));
    } catch (StoreException expected) {
      // the point of it: from here on the database refuses everything but the end of the
      // transaction
      return;
    }
    throw new IllegalStateException("a division by zero succeeded");
  }

  @Override
  public boolean remove(UUID probe) {
    return jdbc.query(
            "remove the probe's row",
            REMOVE,
            binds -> binds.uuid(probe),
            row -> row.getObject("id", UUID.class))
        .contains(probe);
  }

  @Override
  public int prepared(GlobalTransaction transaction) {
    String beginning =
        transaction.format() + "_" + Base64.getEncoder().encodeToString(transaction.id()) + "_";
    return jdbc.query(
            "list prepared transactions",
            PREPARED,
            binds -> binds.text(beginning),
            row -> row.getString("gid"))
        .size();
  }
}
