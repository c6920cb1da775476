// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.tx.Decision;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.ParkedFilter;
import org.semel.small.SmallServer;

/**
 * What an operator asks of parked intents is read from the index of those that are parked, however
 * many are settled. The planner is told not to read the whole table, so that the size of this one
 * decides nothing.
 */
class ParkedIntentsPlanTest {

  private final SmallServer server = SmallServer.shared();

  @Test
  void aFilterOfAllConditionsReadsOnlyWhatIsParked() {
    ParkedFilter all =
        ParkedFilter.ALL.ofGroup("HTTP status 422").saying("422").keys(Set.of("1", "2"));
    assertThat(plan(ParkedIntents.LIST, ParkedIntents.binder("mail", all, Position.START, 50)))
        .anyMatch(line -> line.contains("using semel_intent_parked"))
        .noneMatch(line -> line.contains("Seq Scan on semel_intent"));
  }

  @Test
  void groupsReadOnlyWhatIsParked() {
    for (String destination : new String[] {"mail", null}) {
      assertThat(plan(ParkedIntents.GROUPS, binds -> binds.text(destination).number(50)))
          .anyMatch(line -> line.contains("semel_intent_parked"))
          .noneMatch(line -> line.contains("Seq Scan on semel_intent"));
    }
  }

  private List<String> plan(String sql, Jdbc.Binder binder) {
    Jdbc jdbc = server.jdbc();
    return server
        .transactions()
        .inNew(
            java.time.Duration.ofMinutes(1),
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
