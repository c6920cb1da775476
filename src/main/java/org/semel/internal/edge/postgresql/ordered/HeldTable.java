// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.claim.ClaimResults;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;

/**
 * {@code semel_held}: messages that wait for an earlier version. Their aggregate's row also says
 * that a message waits or failed, so that a poll need not read this table.
 */
final class HeldTable {

  private static final String HOLD =
      """
      WITH held AS (
        INSERT INTO {schema}.semel_held (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, content_type, body,
          destination, message_id, deliveries)
        SELECT *
        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::json[], ?::text[], ?::text[],
          ?::bytea[], ?::text[], ?::text[], ?::int[])
          AS m (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, content_type, body, destination,
            message_id, deliveries)
        ORDER BY m.aggregate, m.version
        ON CONFLICT (aggregate, version) DO NOTHING
        RETURNING aggregate, version
      ),
      opened AS (
        UPDATE {schema}.semel_version AS v
        SET state = CASE WHEN h.first <= v.version + 1 THEN 'ready' ELSE 'gap' END, since = statement_timestamp()
        FROM (SELECT aggregate, min(version) AS first FROM held GROUP BY aggregate) AS h
        WHERE v.aggregate = h.aggregate AND (v.state = 'rest' OR (v.state <> 'ready' AND h.first <= v.version + 1))
      )
      SELECT aggregate, version FROM held
      """;

  private static final String THERE =
      """
      SELECT h.aggregate, h.version, h.fingerprint, h.held_at
      FROM {schema}.semel_held h JOIN unnest(?::uuid[], ?::bigint[]) AS p (aggregate, version)
        ON p.aggregate = h.aggregate AND p.version = h.version
      """;

  private static final String AT =
      """
      SELECT * FROM {schema}.semel_held WHERE aggregate = ? AND version = ?
      """;

  private static final String BEHIND =
      """
      SELECT *
      FROM (
        SELECT waiting.*, sum(octet_length(body)) OVER (ORDER BY turn, version) - octet_length(body) AS before
        FROM (
          SELECT a.turn, h.*
          FROM unnest(?::uuid[], ?::bigint[]) WITH ORDINALITY AS a (aggregate, version, turn)
            CROSS JOIN LATERAL (
              SELECT * FROM {schema}.semel_held AS e
              WHERE e.aggregate = a.aggregate AND e.version <= a.version + ?
              ORDER BY e.version
              LIMIT ?
            ) AS h
          LIMIT ?
        ) AS waiting
      ) AS fitting
      WHERE before < ?
      ORDER BY turn, version
      """;

  private static final String DROP =
      """
      DELETE FROM {schema}.semel_held AS h
      USING unnest(?::uuid[], ?::bigint[]) AS a (aggregate, version)
      WHERE h.aggregate = a.aggregate AND h.version <= a.version
      """;

  private final Jdbc jdbc;

  HeldTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  List<Optional<Claim.Conflict>> hold(List<HeldMessage> early) {
    Map<Spot, HeldMessage> firsts = new LinkedHashMap<>();
    early.forEach(one -> firsts.putIfAbsent(Spot.of(one), one));
    List<HeldMessage> rows = List.copyOf(firsts.values());
    Set<Spot> kept =
        new HashSet<>(
            jdbc.query("hold messages", HOLD, binds -> HeldRow.bind(rows, binds), Spot::read));
    Map<Spot, Claim.Conflict> there =
        kept.size() == early.size() ? Map.of() : there(List.copyOf(firsts.keySet()));
    List<Optional<Claim.Conflict>> answers = new ArrayList<>();
    for (HeldMessage one : early) {
      answers.add(
          kept.remove(Spot.of(one))
              ? Optional.empty()
              : Optional.ofNullable(there.get(Spot.of(one))));
    }
    return answers;
  }

  private Map<Spot, Claim.Conflict> there(List<Spot> spots) {
    Map<Spot, Claim.Conflict> there = new HashMap<>();
    jdbc.query(
            "compare messages that wait",
            THERE,
            binds -> binds.uuids(spots, Spot::aggregate).numbers(spots, Spot::version),
            row -> Map.entry(Spot.read(row), ClaimResults.conflict(row, "held_at")))
        .forEach(row -> there.put(row.getKey(), row.getValue()));
    return there;
  }

  /**
   * What waits up to {@code most} versions behind these, those of each in order; one aggregate
   * after the other until there are {@code most}, or until their bodies have so many bytes, so that
   * no more are read.
   */
  List<HeldRow> behind(Map<UUID, Reached> versions, int most, long bytes) {
    List<Map.Entry<UUID, Reached>> rows = List.copyOf(versions.entrySet());
    return jdbc.query(
        "read messages that wait",
        BEHIND,
        binds ->
            binds
                .uuids(rows, Map.Entry::getKey)
                .numbers(rows, row -> row.getValue().version())
                .number(most)
                .number(most)
                .number(most)
                .number(bytes),
        HeldRow::read);
  }

  Optional<HeldMessage> at(Place place) {
    return jdbc
        .query(
            "look at a place",
            AT,
            binds -> binds.uuid(place.aggregate().digest()).number(place.version()),
            HeldRow::read)
        .stream()
        .map(HeldRow::waiting)
        .findFirst();
  }

  void drop(List<Place> upTo) {
    jdbc.update(
        "drop messages that wait no longer",
        DROP,
        binds ->
            binds.uuids(upTo, place -> place.aggregate().digest()).numbers(upTo, Place::version));
  }

  /** An aggregate's digest and a version. */
  private record Spot(UUID aggregate, long version) {

    static Spot of(HeldMessage waiting) {
      return new Spot(waiting.place().aggregate().digest(), waiting.place().version());
    }

    static Spot read(ResultSet row) throws SQLException {
      return new Spot(row.getObject("aggregate", UUID.class), row.getLong("version"));
    }
  }
}
