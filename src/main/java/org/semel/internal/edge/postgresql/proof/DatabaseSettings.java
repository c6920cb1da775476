// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.semel.Code;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * The database's settings that a consumer depends on.
 *
 * @param encoding in which it stores text
 * @param flushes whether it waits for its disk at all
 * @param prepared how many transactions may be prepared at once
 */
record DatabaseSettings(
    boolean replica,
    boolean readOnly,
    String isolation,
    String encoding,
    boolean flushes,
    int prepared) {

  private static final String SETTINGS =
      """
      SELECT pg_is_in_recovery() AS replica,
             current_setting('transaction_read_only')::boolean AS read_only,
             current_setting('transaction_isolation') AS isolation,
             current_setting('server_encoding') AS encoding,
             current_setting('fsync')::boolean AS flushes,
             current_setting('max_prepared_transactions')::int AS prepared
      """;

  static DatabaseSettings in(Jdbc jdbc) {
    return jdbc.query("read the database's settings", SETTINGS, binds -> {}, DatabaseSettings::read)
        .get(0);
  }

  private static DatabaseSettings read(ResultSet row) throws SQLException {
    return new DatabaseSettings(
        row.getBoolean("replica"),
        row.getBoolean("read_only"),
        row.getString("isolation"),
        row.getString("encoding"),
        row.getBoolean("flushes"),
        row.getInt("prepared"));
  }

  List<Refusal> refusals(int workers, UnflushedDatabase unflushed) {
    List<Refusal> refusals = new ArrayList<>();
    if (!encoding.equals("UTF8")) {
      refusals.add(
          new Refusal(
              Code.DATABASE_ENCODING,
              "The database stores text as "
                  + encoding
                  + ", which lacks signs that a key, a header or an exception may have.",
              "Use a database with ENCODING 'UTF8': dump this one and restore it into such a one, or give Semel and its"
                  + " applications one of their own."));
    }
    if (!flushes && unflushed == UnflushedDatabase.REFUSE) {
      refusals.add(
          new Refusal(
              Code.DATABASE_UNFLUSHED,
              "The database runs with fsync off: what it has committed is lost or damaged with its machine.",
              "Set fsync to on in postgresql.conf, and let PostgreSQL read it again; for a database of tests set"
                  + " semel.unflushed-database=accept."));
    }
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
