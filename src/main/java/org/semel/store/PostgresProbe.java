// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.Code;
import org.semel.receive.proof.DatabaseProbe;
import org.semel.receive.proof.GlobalTransaction;
import org.semel.receive.proof.Refusal;

/**
 * The database's side of the start-up proof: its settings, its schema, and what it has prepared.
 */
public final class PostgresProbe implements DatabaseProbe {

  /** The version of the tables that this program was written for. */
  static final int SCHEMA_VERSION = 1;

  private static final String SETTINGS =
      """
      SELECT pg_is_in_recovery() AS replica,
             current_setting('transaction_read_only')::boolean AS read_only,
             current_setting('transaction_isolation') AS isolation,
             current_setting('max_prepared_transactions')::int AS prepared,
             to_regclass('semel_schema') IS NOT NULL AS schema
      """;

  private static final String VERSION =
      """
      SELECT version, readable_by FROM semel_schema
      """;

  private static final String INSERT =
      """
      INSERT INTO semel_probe (id) VALUES (?)
      """;

  private static final String SPOIL =
      """
      SELECT 1 / 0
      """;

  private static final String REMOVE =
      """
      DELETE FROM semel_probe WHERE id = ? OR made_at < statement_timestamp() - interval '1 day' RETURNING id
      """;

  /**
   * The driver writes an Xid as format_base64(global)_base64(branch); see its class RecoveredXid.
   */
  private static final String PREPARED =
      """
      SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, ?)
      """;

  private final Jdbc jdbc;

  public PostgresProbe(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<Refusal> inspect(int workers) {
    Settings settings =
        jdbc.query("read the database's settings", SETTINGS, binds -> {}, Settings::read).get(0);
    List<Refusal> refusals = new ArrayList<>(settings.refusals(workers));
    Optional<Schema> schema =
        settings.schema
            ? jdbc.query("read the schema's version", VERSION, binds -> {}, Schema::read).stream()
                .findFirst()
            : Optional.empty();
    schema
        .orElse(Schema.NONE)
        .refusal()
        .or(() -> new Rights(jdbc).refusal())
        .ifPresent(refusals::add);
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
    throw new IllegalStateException("a division by zero went well");
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

  /**
   * The tables.
   *
   * @param readableBy the oldest version of the program that works with them
   */
  private record Schema(int version, int readableBy) {

    static final Schema NONE = new Schema(0, 0);

    static Schema read(ResultSet row) throws SQLException {
      return new Schema(row.getInt("version"), row.getInt("readable_by"));
    }

    Optional<Refusal> refusal() {
      if (version < SCHEMA_VERSION) {
        return Optional.of(
            new Refusal(
                Code.SCHEMA_VERSION_WRONG,
                version == 0
                    ? "There are no tables of Semel in this database."
                    : "The tables are of version "
                        + version
                        + ", needed is "
                        + SCHEMA_VERSION
                        + ".",
                "Apply the scripts of org/semel/store/postgresql after V"
                    + version
                    + ", with Flyway or by hand."));
      }
      return readableBy <= SCHEMA_VERSION
          ? Optional.empty()
          : Optional.of(
              new Refusal(
                  Code.SCHEMA_VERSION_WRONG,
                  "The tables are of version "
                      + version
                      + ", which this program, of version "
                      + SCHEMA_VERSION
                      + ", cannot work with.",
                  "Deploy a version of the program that was written for them: "
                      + readableBy
                      + " or later."));
    }
  }

  private record Settings(
      boolean replica, boolean readOnly, String isolation, int prepared, boolean schema) {

    static Settings read(ResultSet row) throws SQLException {
      return new Settings(
          row.getBoolean("replica"),
          row.getBoolean("read_only"),
          row.getString("isolation"),
          row.getInt("prepared"),
          row.getBoolean("schema"));
    }

    List<Refusal> refusals(int workers) {
      List<Refusal> refusals = new ArrayList<>();
      if (replica || readOnly) {
        refusals.add(
            new Refusal(
                Code.DATABASE_READ_ONLY,
                replica ? "The database is a replica." : "Transactions are read-only here.",
                "Point the data source at the primary; an identity must never be looked up in a copy."));
      }
      if (!isolation.equals("read committed")) {
        refusals.add(
            new Refusal(
                Code.ISOLATION_TOO_HIGH,
                "Transactions run at " + isolation + ".",
                "Set the data source to TRANSACTION_READ_COMMITTED: above it a race of duplicates ends in an error."));
      }
      if (prepared < workers) {
        refusals.add(
            new Refusal(
                Code.PREPARED_TRANSACTIONS_TOO_FEW,
                "max_prepared_transactions is "
                    + prepared
                    + ", the consumers here need "
                    + workers
                    + ".",
                "Set it in postgresql.conf to at least the sum over all servers, and restart PostgreSQL."));
      }
      return refusals;
    }
  }
}
