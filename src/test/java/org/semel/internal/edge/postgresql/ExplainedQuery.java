// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.time.Duration;
import java.util.List;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.SmallServer;

/**
 * How the planner reads what a statement asks for. It is told not to read whole tables, so that the
 * sizes of those here decide nothing.
 */
public final class ExplainedQuery {

  private ExplainedQuery() {}

  /** The lines of its plan. */
  public static List<String> plan(SmallServer server, String sql, Jdbc.Binder binder) {
    Jdbc jdbc = server.jdbc();
    return server
        .transactions()
        .inNew(
            Duration.ofMinutes(1),
            () -> {
              jdbc.query(
                  "forbid to read whole tables",
                  "SELECT set_config('enable_seqscan', 'off', true) AS off",
                  binds -> {},
                  row -> row.getString("off"));
              return Decision.discard(
                  jdbc.query(
                      "explain", "EXPLAIN " + sql, binder, row -> row.getString("QUERY PLAN")));
            })
        .fold(lines -> lines, lost -> List.of("no answer: " + lost));
  }
}
