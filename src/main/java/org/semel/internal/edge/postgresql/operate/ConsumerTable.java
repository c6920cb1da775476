// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.engine.keep.LeftBehind;
import org.semel.internal.engine.keep.Registration;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.keep.Registration.VersionCount;
import org.semel.internal.engine.keep.Registry;

/** {@code semel_consumer}: what each consumer's name stands for. */
public final class ConsumerTable implements Registry {

  private static final String REGISTER =
      """
      INSERT INTO {schema}.semel_consumer (name, application, broker, queue, identity, strategy, identity_time, aggregate, version)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO NOTHING
      """;

  private static final String KEEPS_CLAIMS =
      """
      SELECT EXISTS (SELECT FROM {schema}.semel_retention WHERE kept = 'CLAIM' AND owner = ?) AS kept
      """;

  private static final String STANDING =
      """
      SELECT name, application, broker, queue, identity, strategy, identity_time, aggregate, version
      FROM {schema}.semel_consumer
      WHERE name = ?
      FOR UPDATE
      """;

  /** A broker without a name may be any. */
  private static final String BESIDE =
      """
      SELECT name, application, broker, queue, identity, strategy, identity_time, aggregate, version
      FROM {schema}.semel_consumer
      WHERE queue = ? AND (broker = '' OR ? IN ('', broker)) AND name <> ?
      ORDER BY name
      """;

  /** Makes one name go on for another. It is no longer given up itself. */
  private static final String SUCCEED =
      """
      UPDATE {schema}.semel_consumer AS c
      SET former_name = f.name, former_identity = f.identity, former_strategy = f.strategy, former_time = f.identity_time,
          changed_at = statement_timestamp(), succeeded_by = NULL
      FROM {schema}.semel_consumer AS f
      WHERE c.name = ? AND f.name = ?
      """;

  private static final String GIVE_UP =
      """
      UPDATE {schema}.semel_consumer SET succeeded_by = ? WHERE name = ?
      """;

  private static final String SUCCESSOR =
      """
      SELECT succeeded_by FROM {schema}.semel_consumer WHERE name = ? AND succeeded_by IS NOT NULL
      """;

  /**
   * The right-hand sides read the row before the update. A policy whose memory does not change
   * keeps the memory that was recorded before.
   */
  private static final String CHANGE =
      """
      UPDATE {schema}.semel_consumer AS c
      SET (former_name, former_identity, former_strategy, former_time, changed_at) = (
            SELECT c.former_name, c.former_identity, c.former_strategy, c.former_time, c.changed_at
            WHERE (c.identity, c.strategy, c.identity_time) = (n.identity, n.strategy, n.identity_time)
            UNION ALL
            SELECT NULL, c.identity, c.strategy, c.identity_time, statement_timestamp()
            WHERE (c.identity, c.strategy, c.identity_time) <> (n.identity, n.strategy, n.identity_time)),
          application = n.application, broker = n.broker, queue = n.queue, identity = n.identity, strategy = n.strategy,
          identity_time = n.identity_time, aggregate = n.aggregate, version = n.version
      FROM (VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?))
        AS n (name, application, broker, queue, identity, strategy, identity_time, aggregate, version)
      WHERE c.name = n.name
      """;

  private static final String FORMER =
      """
      SELECT former_name, former_identity, former_strategy, former_time, changed_at + ? * interval '1 millisecond' AS until
      FROM {schema}.semel_consumer
      WHERE name = ? AND changed_at > statement_timestamp() - ? * interval '1 millisecond'
      """;

  /** One that is parked behind a step waits, too: its row alone knows how far it has come. */
  private static final String WAITING =
      """
      SELECT
        (SELECT count(*) FROM {schema}.semel_inbox WHERE consumer = ? AND state IN ('RECEIVED', 'IN_PROGRESS'))
          + (SELECT count(*) FROM {schema}.semel_inbox WHERE consumer = ? AND state = 'FAILED_RETRYABLE')
          + (SELECT count(*) FROM {schema}.semel_inbox WHERE consumer = ? AND state = 'FAILED_TERMINAL')
          + (SELECT count(*)
             FROM {schema}.semel_step AS s JOIN {schema}.semel_inbox AS i USING (identity)
             WHERE i.consumer = ? AND i.state = 'PARKED'
               AND EXISTS (SELECT FROM {schema}.semel_parked AS p WHERE p.identity = i.identity AND p.state = 'parked')) AS stored,
        (SELECT count(*) FROM {schema}.semel_held WHERE consumer = ?) AS held
      """;

  private final Jdbc jdbc;

  public ConsumerTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Registration> register(Registration wanted) {
    int made = jdbc.update("register a consumer", REGISTER, binds -> bind(wanted, binds));
    return made == 1 ? Optional.empty() : standing(wanted.consumer());
  }

  @Override
  public boolean keepsClaims(String consumer) {
    return jdbc.query(
            "ask whether claims are kept",
            KEEPS_CLAIMS,
            binds -> binds.text(consumer),
            row -> row.getBoolean("kept"))
        .get(0);
  }

  @Override
  public Optional<Registration> standing(String consumer) {
    return jdbc
        .query(
            "read a consumer's registration",
            STANDING,
            binds -> binds.text(consumer),
            ConsumerTable::read)
        .stream()
        .findFirst();
  }

  @Override
  public List<Registration> beside(Registration wanted) {
    return jdbc.query(
        "read who else receives from a queue",
        BESIDE,
        binds -> binds.text(wanted.queue()).text(wanted.broker()).text(wanted.consumer()),
        ConsumerTable::read);
  }

  @Override
  public void succeed(String consumer, String former) {
    one("take over a memory", SUCCEED, consumer, former);
    one("give up a name", GIVE_UP, consumer, former);
    VersionTable.countOn(jdbc, consumer, former);
  }

  private void one(String what, String statement, String first, String second) {
    if (jdbc.update(what, statement, binds -> binds.text(first).text(second)) != 1) {
      throw new IllegalStateException(
          "one of " + first + " and " + second + " was not there, though both were locked");
    }
  }

  @Override
  public Optional<String> successor(String consumer) {
    return jdbc
        .query(
            "ask who goes on for a consumer",
            SUCCESSOR,
            binds -> binds.text(consumer),
            row -> row.getString("succeeded_by"))
        .stream()
        .findFirst();
  }

  @Override
  public void change(Registration next) {
    int changed =
        jdbc.update("change a consumer's registration", CHANGE, binds -> bind(next, binds));
    if (changed != 1) {
      throw new IllegalStateException(
          "the registration of " + next.consumer() + " was not changed, though its row was locked");
    }
  }

  @Override
  public Optional<Former> former(String consumer, Duration remember) {
    return jdbc
        .query(
            "read a consumer's former memory",
            FORMER,
            binds -> binds.number(remember.toMillis()).text(consumer).number(remember.toMillis()),
            ConsumerTable::formerOf)
        .stream()
        .findFirst();
  }

  @Override
  public Set<String> undecided() {
    return new PreparedTransactions(jdbc).claiming();
  }

  @Override
  public LeftBehind leftBehind(String consumer) {
    return jdbc.query(
            "count what waits for a consumer",
            WAITING,
            binds ->
                binds.text(consumer).text(consumer).text(consumer).text(consumer).text(consumer),
            row -> new LeftBehind(consumer, row.getLong("stored"), row.getLong("held")))
        .get(0);
  }

  private static void bind(Registration registration, Binds binds) throws SQLException {
    binds
        .text(registration.consumer())
        .text(registration.application())
        .text(registration.broker())
        .text(registration.queue())
        .text(registration.memory().identity())
        .text(registration.memory().strategy())
        .text(registration.memory().time())
        .text(registration.count().map(VersionCount::aggregate).orElse(null))
        .text(registration.count().map(VersionCount::version).orElse(null));
  }

  private static Registration read(ResultSet row) throws SQLException {
    return new Registration(
        row.getString("name"),
        row.getString("application"),
        row.getString("broker"),
        row.getString("queue"),
        new IdentityPolicy(
            row.getString("identity"), row.getString("strategy"), row.getString("identity_time")),
        count(row));
  }

  private static Optional<VersionCount> count(ResultSet row) throws SQLException {
    @Nullable String aggregate = row.getString("aggregate");
    return aggregate == null
        ? Optional.empty()
        : Optional.of(new VersionCount(aggregate, row.getString("version")));
  }

  private static Former formerOf(ResultSet row) throws SQLException {
    return new Former(
        Optional.ofNullable(row.getString("former_name")),
        new IdentityPolicy(
            row.getString("former_identity"),
            row.getString("former_strategy"),
            row.getString("former_time")),
        Times.at(row, "until"));
  }
}
