// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.inbox.Parked.Verdict;
import org.semel.inbox.Versions;
import org.semel.inbox.Versions.Overdue;
import org.semel.message.Reason;

/**
 * Gaps that have lasted too long, as they can be read off {@code semel_version} and {@code
 * semel_held}.
 */
final class OverdueGaps {

  private static final String OVERDUE =
      """
      WITH told AS (
        SELECT v.aggregate, v.version AS reached, h.version AS first, h.held_at
        FROM semel_held h JOIN semel_version v ON v.aggregate = h.aggregate AND h.version > v.version + 1
        WHERE h.consumer = ? AND v.told_at IS NULL
          AND h.held_at < statement_timestamp() - ? * interval '1 millisecond'
          AND NOT EXISTS (SELECT 1 FROM semel_held e WHERE e.aggregate = h.aggregate AND e.version < h.version)
        LIMIT 50
        FOR UPDATE OF v SKIP LOCKED
      )
      UPDATE semel_version AS v
      SET told_at = statement_timestamp()
      FROM told
      WHERE v.aggregate = told.aggregate
      RETURNING told.aggregate, told.reached, told.first, told.held_at::text AS since
      """;

  private final Jdbc jdbc;
  private final HeldTable held;

  OverdueGaps(Jdbc jdbc, HeldTable held) {
    this.jdbc = jdbc;
    this.held = held;
  }

  /** Tells each once; see {@link Versions#overdue}. */
  List<Overdue> look(String consumer, Duration deadline) {
    Map<UUID, Verdict> told = new HashMap<>();
    Set<UUID> seen = new HashSet<>();
    Map<UUID, Long> firsts = new LinkedHashMap<>();
    jdbc.query(
            "find overdue gaps",
            OVERDUE,
            binds -> binds.text(consumer).number(deadline.toMillis()),
            row ->
                new Told(
                    row.getObject("aggregate", UUID.class),
                    row.getLong("reached"),
                    row.getLong("first"),
                    row.getString("since")))
        .forEach(
            gap -> {
              seen.add(gap.aggregate);
              firsts.put(gap.aggregate, gap.first - 1);
              told.put(gap.aggregate, new Verdict(Reason.GAP, gap.sentence()));
            });
    List<Overdue> overdue = new ArrayList<>();
    for (HeldTable.Row row : held.behind(firsts, Integer.MAX_VALUE)) {
      UUID aggregate = row.waiting().place().aggregate().digest();
      Verdict verdict = told.get(aggregate);
      if (verdict != null && seen.remove(aggregate)) {
        overdue.add(new Overdue(row.waiting(), verdict));
      }
    }
    return overdue;
  }

  private record Told(UUID aggregate, long reached, long first, String since) {

    String sentence() {
      return "versions "
          + (reached + 1)
          + " to "
          + (first - 1)
          + " are missing; later ones wait since "
          + since;
    }
  }
}
