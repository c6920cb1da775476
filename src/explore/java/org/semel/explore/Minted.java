// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The times at which the identities of a case are minted, as producers write them beside each
 * message. Each key has a time of its own, and keeps it; as the clock of a case is moved by setting
 * back what is dated, so are these. No age comes within a day of the time that is remembered, so
 * that a case may run over midnight.
 */
final class Minted {

  /** The attribute {@code time} of an event whose attributes are properties. */
  static final String PROPERTY = "ce_time";

  /** What is claimed is not older then than the days that {@link #SET_BACK} has remembered. */
  static final int MOST_STEPS = 3;

  /**
   * Of each table with messages, whose headers have that attribute; and of claims, whose identities
   * begin with that time (org.semel.internal.edge.postgresql.WindowIdentities).
   */
  static final String SET_BACK =
      """
      INSERT INTO semel_retention (kept, owner, age) VALUES ('WINDOW', 'explored', interval '31 days') ON CONFLICT DO NOTHING;
      CREATE OR REPLACE FUNCTION explored_minted(of_consumers text[], passes interval) RETURNS void LANGUAGE plpgsql AS
        $$ DECLARE one record; BEGIN
          FOR one IN
            SELECT c.relname FROM pg_class AS c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'semel\\_%'
              AND (SELECT count(*) FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname IN ('consumer', 'headers')) = 2
          LOOP
            EXECUTE format($sql$
              UPDATE public.%I AS m SET headers = replace(m.headers::text, f.found,
                to_char((f.found::timestamptz - $2) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::json
              FROM (SELECT h.ctid, substring(h.headers::text FROM '"ce_time"[^0-9]*([0-9T:-]+Z)') AS found FROM public.%I AS h
                WHERE h.consumer = ANY ($1)) AS f
              WHERE m.ctid = f.ctid AND f.found IS NOT NULL
            $sql$, one.relname, one.relname) USING of_consumers, passes;
          END LOOP;
          UPDATE semel_window SET slot = (slot + 40 - extract(day FROM passes)::int) % 40,
            identity = (lpad(to_hex(('x' || left(hex, 12))::bit(48)::bigint - (extract(epoch FROM passes) * 1000)::bigint), 12, '0')
              || substr(hex, 13))::uuid
          FROM (SELECT w.identity AS was, replace(w.identity::text, '-', '') AS hex FROM semel_window AS w
            WHERE w.consumer = ANY (of_consumers)) AS h
          WHERE identity = h.was AND consumer = ANY (of_consumers);
        END $$;
      """;

  private static final Duration TOO_OLD = Duration.ofDays(40);

  private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private Duration passed = Duration.ZERO;

  /** How old the identity of this key is when a case begins; it may be ahead of that. */
  static Duration age(String key) {
    return Duration.ofDays(
        switch (key) {
          case "k1" -> 3;
          case "k2" -> -1;
          case "k3" -> 9;
          default -> 1;
        });
  }

  synchronized void passes(Duration time) {
    passed = passed.plus(time);
  }

  /** As the property has it. */
  synchronized String text(String key, boolean stale) {
    return begin.minus(passed).minus(stale ? TOO_OLD : age(key)).toString();
  }
}
