// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.desk.operate.Gaps;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.ordered.GapNotices.Notice;
import org.semel.message.Identity;
import org.semel.operations.GapActs.AggregateStanding;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;

/** Gaps, read from {@code semel_version} and {@code semel_held}. */
public final class GapTable implements Gaps {

  private static final String STANDING =
      """
      SELECT v.consumer, v.key, v.version, v.ignored, (SELECT count(*) FROM {schema}.semel_held h WHERE h.aggregate = v.aggregate) AS waiting
      FROM {schema}.semel_version v
      WHERE v.aggregate = ?
      """;

  private static final String LOCK =
      """
      SELECT 1 FROM {schema}.semel_version WHERE aggregate = ? FOR UPDATE SKIP LOCKED
      """;

  private static final String DECLARE_LOST =
      """
      WITH gap AS (
        SELECT v.aggregate, v.consumer, v.key, v.version, min(h.version) AS first, v.since
        FROM {schema}.semel_version v JOIN {schema}.semel_held h ON h.aggregate = v.aggregate
        WHERE v.aggregate = ? AND v.state IN ('gap', 'told')
        GROUP BY v.aggregate
        HAVING min(h.version) > v.version + 1 AND min(h.version) = ? + 1
      )
      UPDATE {schema}.semel_version AS v
      SET version = gap.first - 1, fingerprint = NULL, state = 'ready', since = statement_timestamp(), moved_at = statement_timestamp()
      FROM gap
      WHERE v.aggregate = gap.aggregate
      RETURNING gap.consumer, gap.key, gap.version, gap.first, gap.since, v.told
      """;

  private static final String KNOWN =
      """
      SELECT consumer, key FROM {schema}.semel_version WHERE aggregate = ANY (?::uuid[])
      """;

  private static final String SET_BACK =
      """
      UPDATE {schema}.semel_version AS v
      SET version = ?, fingerprint = NULL, moved_at = statement_timestamp()
      FROM (SELECT aggregate, version FROM {schema}.semel_version WHERE aggregate = ?) AS was
      WHERE v.aggregate = was.aggregate AND v.version <> ? AND v.state = 'rest'
        AND NOT EXISTS (SELECT FROM {schema}.semel_held AS h WHERE h.aggregate = v.aggregate)
      RETURNING was.version
      """;

  private static final String SET_ALL_BACK =
      """
      WITH free AS (
        SELECT v.aggregate
        FROM {schema}.semel_version AS v
        WHERE v.consumer = ? AND v.version > ? AND v.state = 'rest'
          AND NOT EXISTS (SELECT FROM {schema}.semel_held AS h WHERE h.aggregate = v.aggregate)
        LIMIT ?
        FOR UPDATE OF v SKIP LOCKED
      )
      UPDATE {schema}.semel_version AS v
      SET version = ?, fingerprint = NULL, moved_at = statement_timestamp()
      FROM free
      WHERE v.aggregate = free.aggregate
      """;

  private final Jdbc jdbc;

  public GapTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<Gap> open(String consumer, GapPlace after, int most) {
    return new OpenGaps(jdbc).page(consumer, after, most);
  }

  @Override
  public Optional<Gap> of(Identity aggregate) {
    return new OpenGaps(jdbc).of(aggregate);
  }

  @Override
  public Optional<AggregateStanding> standing(Identity aggregate) {
    return jdbc
        .query(
            "look at an aggregate",
            STANDING,
            binds -> binds.uuid(aggregate.digest()),
            row ->
                new AggregateStanding(
                    new Identity(row.getString("consumer"), row.getString("key")),
                    row.getLong("version"),
                    row.getLong("ignored"),
                    row.getLong("waiting")))
        .stream()
        .findFirst();
  }

  @Override
  public Set<Identity> known(Collection<Identity> aggregates) {
    List<Identity> asked = List.copyOf(aggregates);
    return Set.copyOf(
        jdbc.query(
            "look for aggregates",
            KNOWN,
            binds -> binds.uuids(asked, Identity::digest),
            row -> new Identity(row.getString("consumer"), row.getString("key"))));
  }

  /** The lock is a statement of its own, so that the next one sees what others have left. */
  @Override
  public Loss declareLost(Identity aggregate, long last) {
    if (!locked(aggregate)) {
      return standing(aggregate).isPresent() ? new Loss.Busy() : new Loss.Closed();
    }
    List<Optional<Notice>> told = new ArrayList<>();
    List<Gap> lost =
        jdbc.query(
            "declare versions lost",
            DECLARE_LOST,
            binds -> binds.uuid(aggregate.digest()).number(last),
            row -> {
              told.add(GapNotices.read(row));
              return OpenGaps.read(row);
            });
    new GapNotices(jdbc)
        .settle(told.stream().flatMap(Optional::stream).toList(), GapNotices.GapEnd.LOST);
    return lost.isEmpty() ? new Loss.Closed() : new Loss.Lost(lost.get(0));
  }

  private boolean locked(Identity aggregate) {
    return !jdbc.query("lock an aggregate", LOCK, binds -> binds.uuid(aggregate.digest()), row -> 1)
        .isEmpty();
  }

  /** Under its lock, as a gap is declared lost. */
  @Override
  public SettingBack setBack(Identity aggregate, long to) {
    if (!locked(aggregate)) {
      return standing(aggregate).isPresent() ? new SettingBack.Busy() : new SettingBack.NotFound();
    }
    return jdbc
        .query(
            "set an aggregate back",
            SET_BACK,
            binds -> binds.number(to).uuid(aggregate.digest()).number(to),
            row -> row.getLong("version"))
        .stream()
        .findFirst()
        .<SettingBack>map(SettingBack.SetBack::new)
        .orElseGet(() -> notSetBack(aggregate));
  }

  private SettingBack notSetBack(Identity aggregate) {
    AggregateStanding standing = standing(aggregate).orElseThrow();
    return standing.waiting() > 0
        ? new SettingBack.MessagesHeld(standing.waiting())
        : new SettingBack.AlreadyThere(standing.version());
  }

  @Override
  public int setAllBack(String consumer, long to, int most) {
    return jdbc.update(
        "set aggregates back",
        SET_ALL_BACK,
        binds -> binds.text(consumer).number(to).number(most).number(to));
  }
}
