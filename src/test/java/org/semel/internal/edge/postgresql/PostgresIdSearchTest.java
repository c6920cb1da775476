// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.web.rest.endpoint.Finder;
import org.semel.internal.edge.postgresql.operate.PostgresOpsWorld;
import org.semel.internal.engine.receive.Replayer;
import org.semel.operations.OpsWorld;
import org.semel.small.SmallServer;

/** What the search for an id costs, in statements. */
class PostgresIdSearchTest {

  private final CountedStatements statements =
      new CountedStatements(SmallServer.shared().dataSource());
  private final Jdbc jdbc = new Jdbc(statements.dataSource());
  private final OpsWorld world = new PostgresOpsWorld(jdbc);

  @BeforeEach
  void theSchemaIsKnown() {
    jdbc.schema();
  }

  @Test
  void aSearchCostsTheSameHoweverManyConsumersThereAre() {
    Finder finder =
        new Finder(
            world.operations(
                new Replayer(), name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS),
            target -> true);
    int before = statements.of(() -> finder.find("no-such-key"));
    IntStream.range(0, 20).forEach(each -> world.register("c-" + UUID.randomUUID(), "header:key"));
    assertThat(statements.of(() -> finder.find("no-such-key"))).isEqualTo(before);
  }
}
