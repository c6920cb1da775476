// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.ExplainedQuery;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.small.SmallServer;

/**
 * A search of kept messages reads what it asks for, and not all that is kept. The planner knows of
 * many messages of one consumer, and is told not to read the whole table, so that the size of this
 * one decides nothing.
 */
class KeptSearchPlanTest {

  private final SmallServer server = SmallServer.shared();

  @BeforeEach
  void manyAreKept() {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_body (identity, consumer, key, headers, form, body, destination, message_id, kept_at)
            SELECT gen_random_uuid(), 'kept-plan', i, '{}', 'NONE', '', '', '', clock_timestamp() - i * interval '1 hour'
            FROM generate_series(1, 3000) AS i
            """);
    server.postgres().execute("ANALYZE semel_body");
  }

  @AfterEach
  void noneIsLeft() {
    server.postgres().execute("DELETE FROM semel_body WHERE consumer = 'kept-plan'");
  }

  @Test
  void aSearchOfATimeReadsWhatWasKeptThen() {
    KeptFilter hour =
        KeptFilter.ALL.since(Instant.now().minus(Duration.ofHours(1))).until(Instant.now());
    assertThat(plan(KeptSearch.BY_TIME, hour.type("order.created")))
        .anyMatch(line -> line.contains("semel_body_kept"))
        .noneMatch(line -> line.contains("Seq Scan on semel_body"));
  }

  @Test
  void aSearchOfKeysReadsTheirMessages() {
    assertThat(plan(KeptSearch.BY_KEYS, KeptFilter.ALL.keys(Set.of("1", "2"))))
        .anyMatch(line -> line.contains("semel_body_identity"))
        .noneMatch(line -> line.contains("Seq Scan on semel_body"));
  }

  @Test
  void anyOtherSearchGoesAlongTheNumbersUntilItHasFoundEnough() {
    assertThat(plan(KeptSearch.BY_NUMBER, KeptFilter.ALL.upTo(1L << 60)))
        .anyMatch(line -> line.contains("Index Scan using semel_body_"))
        .noneMatch(line -> line.contains("Sort") || line.contains("Seq Scan on semel_body"));
  }

  private List<String> plan(String sql, KeptFilter which) {
    return ExplainedQuery.plan(server, sql, KeptSearch.binder("kept-plan", which, 0, 50));
  }
}
