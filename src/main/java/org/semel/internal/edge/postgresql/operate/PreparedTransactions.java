// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.semel.internal.desk.operate.indoubt.PreparedBranches;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/** {@code pg_prepared_xacts}, with the tables that each of them has locked for writing. */
public final class PreparedTransactions implements PreparedBranches {

  /**
   * A prepared transaction has no session, and its locks no process. The lock on its own number
   * shows under which virtual transaction the others lie.
   */
  private static final String OLDEST =
      """
      SELECT p.gid, p.prepared, extract(epoch FROM clock_timestamp() - p.prepared) AS age, p.owner,
        ARRAY(
          SELECT DISTINCT c.relname::text
          FROM pg_locks AS own
          JOIN pg_locks AS l ON l.virtualtransaction = own.virtualtransaction AND l.pid IS NULL
          JOIN pg_class AS c ON c.oid = l.relation
          WHERE own.locktype = 'transactionid' AND own.transactionid = p.transaction AND own.granted AND own.pid IS NULL
            AND l.locktype = 'relation'
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND l.mode IN ('RowShareLock', 'RowExclusiveLock') AND c.relkind IN ('r', 'p')
          ORDER BY 1) AS tables
      FROM pg_prepared_xacts AS p
      WHERE p.database = current_database()
      ORDER BY p.prepared
      LIMIT ?
      """;

  /**
   * The names of those that have written a claim, or a version, or a message that waits. Whose it
   * is, does not show.
   */
  private static final String CLAIMING =
      """
      SELECT p.gid
      FROM pg_prepared_xacts AS p
      WHERE p.database = current_database() AND EXISTS (
        SELECT FROM pg_locks AS own
          JOIN pg_locks AS l ON l.virtualtransaction = own.virtualtransaction AND l.pid IS NULL
        WHERE own.locktype = 'transactionid' AND own.transactionid = p.transaction AND own.granted AND own.pid IS NULL
          AND l.locktype = 'relation' AND l.relation IN (
            '{schema}.semel_claim'::regclass, '{schema}.semel_window'::regclass, '{schema}.semel_version'::regclass,
            '{schema}.semel_held'::regclass, '{schema}.semel_inbox'::regclass)
          AND l.mode = 'RowExclusiveLock')
      """;

  /** As the driver writes an Xid: format_base64(global)_base64(branch); see RecoveredXid. */
  private static final Pattern DRIVERS =
      Pattern.compile("(-?\\d{1,10})_([A-Za-z0-9+/=]*)_[A-Za-z0-9+/=]*");

  private final Jdbc jdbc;

  public PreparedTransactions(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<PreparedBranch> oldest(int most) {
    return jdbc.query(
        "look for prepared transactions",
        OLDEST,
        binds -> binds.number(most),
        PreparedTransactions::branch);
  }

  /** The names of those that have written what a consumer knows or what waits, or may have. */
  public Set<String> claiming() {
    return Set.copyOf(
        jdbc.query("look for claims in doubt", CLAIMING, binds -> {}, row -> row.getString("gid")));
  }

  private static PreparedBranch branch(ResultSet row) throws SQLException {
    String gid = row.getString("gid");
    return new PreparedBranch(
        gid,
        Times.at(row, "prepared"),
        Duration.ofMillis(Math.max(0, Math.round(row.getDouble("age") * 1_000))),
        row.getString("owner"),
        global(gid),
        List.of((String[]) row.getArray("tables").getArray()));
  }

  /** A person who prepares by hand may write anything there. */
  private static Optional<GlobalTransaction> global(String gid) {
    Matcher form = DRIVERS.matcher(gid);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new GlobalTransaction(
              Integer.parseInt(form.group(1)), Base64.getDecoder().decode(form.group(2))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
