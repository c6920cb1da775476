// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.ExplainedQuery;
import org.semel.operations.GapActs.GapPlace;
import org.semel.small.SmallServer;

/**
 * A page of gaps is read from the index of what waits, in its order, however many there are. The
 * planner knows of many, as few are sorted at once, whatever index they are read from.
 */
class GapPagesPlanTest {

  private static final String CONSUMER = "gaps-plan";

  private final SmallServer server = SmallServer.shared();

  @BeforeEach
  void manyWait() {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_version (aggregate, consumer, key, version, state, since)
            SELECT gen_random_uuid(), '%s', i, 0, state, clock_timestamp() - i * interval '1 hour'
            FROM unnest(ARRAY['gap', 'told']) AS state, generate_series(1, 2000) AS i
            """
                .formatted(CONSUMER));
    server.postgres().execute("ANALYZE semel_version");
  }

  @AfterEach
  void noneIsLeft() {
    server.postgres().execute("DELETE FROM semel_version WHERE consumer = '" + CONSUMER + "'");
  }

  @Test
  void aPageOfGapsIsReadInTheOrderOfTheIndex() {
    assertThat(
            ExplainedQuery.plan(
                server, OpenGaps.OPEN, OpenGaps.binder(CONSUMER, GapPlace.START, 50)))
        .anyMatch(line -> line.contains("Merge Append"))
        .anyMatch(line -> line.contains("using semel_version_waiting"))
        .noneMatch(line -> line.contains("Seq Scan on semel_version"));
  }
}
