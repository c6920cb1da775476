// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import static org.semel.internal.desk.watch.metrics.Series.CLAIM_ROWS;
import static org.semel.internal.desk.watch.metrics.Series.GAPS;
import static org.semel.internal.desk.watch.metrics.Series.GAP_AGE;
import static org.semel.internal.desk.watch.metrics.Series.HELD;
import static org.semel.internal.desk.watch.metrics.Series.INTENTS;
import static org.semel.internal.desk.watch.metrics.Series.INTENTS_PARKED;
import static org.semel.internal.desk.watch.metrics.Series.INTENT_AGE;
import static org.semel.internal.desk.watch.metrics.Series.IN_DOUBT;
import static org.semel.internal.desk.watch.metrics.Series.IN_DOUBT_AGE;
import static org.semel.internal.desk.watch.metrics.Series.LEASE_AGE;
import static org.semel.internal.desk.watch.metrics.Series.PARKED_NOW;
import static org.semel.internal.desk.watch.metrics.Series.PENDING;
import static org.semel.internal.desk.watch.metrics.Series.PENDING_AGE;
import static org.semel.internal.desk.watch.metrics.Series.PLANS;
import static org.semel.internal.desk.watch.metrics.Series.RETENTION;
import static org.semel.internal.desk.watch.metrics.Series.RETRYABLE;

import java.util.ArrayList;
import java.util.List;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.ordered.PresentVersions;

/**
 * A statement that reads gauges. Each reads partial indexes of what waits, or the planner's
 * statistics; none counts what has ended.
 *
 * @param act what it does, to complete an error message
 * @param sql its first columns are the labels, the others the series
 * @param labels how many labels
 * @param series in the order of their columns
 */
record GaugeQuery(String act, String sql, int labels, List<Series> series) {

  private static final String CONSUMERS =
      """
      SELECT c.name, pending.rows, pending.age, retrying.rows + failed.rows, late.age, held.rows, gap.rows, gap.age
      FROM {schema}.semel_consumer AS c
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows, coalesce(extract(epoch FROM statement_timestamp() - min(coalesce(unparked_at, received_at))), 0) AS age
        FROM {schema}.semel_inbox WHERE consumer = c.name AND state IN ('RECEIVED', 'IN_PROGRESS')
      ) AS pending
      CROSS JOIN LATERAL (
        SELECT coalesce(extract(epoch FROM statement_timestamp() - min(due_at)), 0) AS age
        FROM {schema}.semel_inbox WHERE consumer = c.name AND state = 'IN_PROGRESS' AND due_at < statement_timestamp()
      ) AS late
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows FROM {schema}.semel_inbox WHERE consumer = c.name AND state = 'FAILED_RETRYABLE'
      ) AS failed
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows FROM {schema}.semel_attempt WHERE consumer = c.name AND failures > 0
      ) AS retrying
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows FROM {schema}.semel_held WHERE consumer = c.name
      ) AS held
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows,
               coalesce(extract(epoch FROM statement_timestamp() - min(since) FILTER (WHERE state = 'gap')), 0) AS age
        FROM {schema}.semel_version AS v WHERE v.consumer = c.name AND v.state IN ('gap', 'told') AND NOT %s
      ) AS gap
      """
          .formatted(PresentVersions.NEXT);

  private static final String PARKED =
      """
      SELECT consumer, reason, count(*) FROM {schema}.semel_parked WHERE state = 'parked' GROUP BY consumer, reason
      """;

  /** Those too to which no application delivers: what is recorded for them waits for ever. */
  private static final String DESTINATIONS =
      """
      SELECT coalesce(d.name, waiting.destination), coalesce(waiting.rows, 0), coalesce(waiting.age, 0)
      FROM {schema}.semel_destination AS d
      FULL JOIN (
        SELECT destination, count(*) AS rows, extract(epoch FROM statement_timestamp() - min(coalesce(unparked_at, recorded_at))) AS age
        FROM {schema}.semel_intent WHERE state IN ('pending', 'leased') GROUP BY destination
      ) AS waiting ON waiting.destination = d.name
      """;

  private static final String PARKED_INTENTS =
      """
      SELECT destination, coalesce(reason, ''), count(*) FROM {schema}.semel_intent WHERE state = 'parked' GROUP BY destination, reason
      """;

  /**
   * All that a node does to a plan moves on when it is due. A node takes what is due at once,
   * unless it is at work on another plan.
   */
  private static final String UNFINISHED_PLANS =
      """
      SELECT s.state, count(p.state)
      FROM unnest(ARRAY['frozen', 'running', 'unattended', 'paused', 'stopped']) AS s (state)
      LEFT JOIN (
        SELECT CASE WHEN state = 'running' AND due_at < statement_timestamp() - interval '10 minutes'
                 THEN 'unattended' ELSE state END AS state
        FROM {schema}.semel_plan WHERE state IN ('frozen', 'running', 'paused', 'stopped')
      ) AS p ON p.state = s.state
      GROUP BY s.state
      """;

  private static final String ROUNDS =
      """
      SELECT kept, extract(epoch FROM finished_at) FROM {schema}.semel_round WHERE kept <> 'GAUGES'
      """;

  private static final String PREPARED =
      """
      SELECT 'database', count(*), coalesce(extract(epoch FROM clock_timestamp() - min(prepared)), 0)
      FROM pg_prepared_xacts WHERE database = current_database()
      """;

  /** Counting the rows would read all of them. */
  private static final String ESTIMATED_CLAIMS =
      """
      SELECT m.consumer, 'claimed', greatest(c.reltuples, 0) * m.share
      FROM pg_class AS c
      JOIN pg_namespace AS n ON n.oid = c.relnamespace
      JOIN pg_stats AS s ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = 'consumer'
      CROSS JOIN LATERAL unnest(s.most_common_vals::text::text[], s.most_common_freqs) AS m (consumer, share)
      WHERE c.oid = '{schema}.semel_claim'::regclass
      """;

  static final List<GaugeQuery> ALL =
      List.of(
          new GaugeQuery(
              "read the gauges of consumers",
              CONSUMERS,
              1,
              List.of(PENDING, PENDING_AGE, RETRYABLE, LEASE_AGE, HELD, GAPS, GAP_AGE)),
          new GaugeQuery("count parked messages", PARKED, 2, List.of(PARKED_NOW)),
          new GaugeQuery(
              "read the gauges of destinations", DESTINATIONS, 1, List.of(INTENTS, INTENT_AGE)),
          new GaugeQuery("count parked intents", PARKED_INTENTS, 2, List.of(INTENTS_PARKED)),
          new GaugeQuery("count plans", UNFINISHED_PLANS, 1, List.of(PLANS)),
          new GaugeQuery("read the ends of rounds", ROUNDS, 1, List.of(RETENTION)),
          new GaugeQuery(
              "count prepared transactions", PREPARED, 1, List.of(IN_DOUBT, IN_DOUBT_AGE)),
          new GaugeQuery("estimate claims", ESTIMATED_CLAIMS, 2, List.of(CLAIM_ROWS)));

  List<Sample> read(Jdbc jdbc) {
    List<Sample> samples = new ArrayList<>();
    jdbc.query(
            act,
            sql,
            binds -> {},
            row -> {
              List<Sample> read = new ArrayList<>();
              List<String> values = new ArrayList<>();
              for (int i = 1; i <= labels; i++) {
                values.add(row.getString(i));
              }
              for (int i = 0; i < series.size(); i++) {
                read.add(new Sample(series.get(i), values, row.getDouble(labels + 1 + i)));
              }
              return read;
            })
        .forEach(samples::addAll);
    return samples;
  }
}
