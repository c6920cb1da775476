// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.semel.internal.postgresql.Binds;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.Times;
import org.semel.internal.registry.LeftBehind;
import org.semel.internal.registry.Registration;
import org.semel.internal.registry.Registration.IdentityPolicy;
import org.semel.internal.registry.Registration.VersionCount;
import org.semel.internal.registry.Registry;

/** {@code semel_consumer}: what each consumer's name stands for. */
public final class ConsumerTable implements Registry {

  private static final String REGISTER =
      """
      INSERT INTO semel_consumer (name, application, queue, identity, strategy, identity_time, aggregate, version)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO NOTHING
      """;

  private static final String STANDING =
      """
      SELECT name, application, queue, identity, strategy, identity_time, aggregate, version
      FROM semel_consumer
      WHERE name = ?
      FOR UPDATE
      """;

  /**
   * The right-hand sides read the row before the update. A policy whose memory does not change
   * keeps the memory that was recorded before.
   */
  private static final String CHANGE =
      """
      UPDATE semel_consumer AS c
      SET (former_identity, former_strategy, former_time, changed_at) = (
            SELECT c.former_identity, c.former_strategy, c.former_time, c.changed_at
            WHERE (c.identity, c.strategy, c.identity_time) = (n.identity, n.strategy, n.identity_time)
            UNION ALL
            SELECT c.identity, c.strategy, c.identity_time, statement_timestamp()
            WHERE (c.identity, c.strategy, c.identity_time) <> (n.identity, n.strategy, n.identity_time)),
          application = n.application, queue = n.queue, identity = n.identity, strategy = n.strategy,
          identity_time = n.identity_time, aggregate = n.aggregate, version = n.version
      FROM (VALUES (?, ?, ?, ?, ?, ?, ?, ?))
        AS n (name, application, queue, identity, strategy, identity_time, aggregate, version)
      WHERE c.name = n.name
      """;

  private static final String FORMER =
      """
      SELECT former_identity, former_strategy, former_time, changed_at + ? * interval '1 millisecond' AS until
      FROM semel_consumer
      WHERE name = ? AND changed_at > statement_timestamp() - ? * interval '1 millisecond'
      """;

  private static final String WAITING =
      """
      SELECT
        (SELECT count(*) FROM semel_inbox WHERE consumer = ? AND state IN ('RECEIVED', 'IN_PROGRESS'))
          + (SELECT count(*) FROM semel_inbox WHERE consumer = ? AND state = 'FAILED_RETRYABLE')
          + (SELECT count(*) FROM semel_inbox WHERE consumer = ? AND state = 'FAILED_TERMINAL') AS stored,
        (SELECT count(*) FROM semel_held WHERE consumer = ?) AS held
      """;

  private final Jdbc jdbc;

  public ConsumerTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Registration register(Registration wanted) {
    jdbc.update("register a consumer", REGISTER, binds -> bind(wanted, binds));
    return jdbc.query(
            "read a consumer's registration",
            STANDING,
            binds -> binds.text(wanted.consumer()),
            ConsumerTable::read)
        .get(0);
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
            binds -> binds.text(consumer).text(consumer).text(consumer).text(consumer),
            row -> new LeftBehind(consumer, row.getLong("stored"), row.getLong("held")))
        .get(0);
  }

  private static void bind(Registration registration, Binds binds) throws SQLException {
    binds
        .text(registration.consumer())
        .text(registration.application())
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
        new IdentityPolicy(
            row.getString("former_identity"),
            row.getString("former_strategy"),
            row.getString("former_time")),
        Times.at(row, "until"));
  }
}
