// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.Bystander;

/**
 * Who commits first is who joined first: the database, so that between the two commits the rows are
 * there and the message is not gone yet. A bystander that joins between them sees it.
 */
class CommitOrderTest {

  private final SmallWorld world = new SmallWorld();
  private final PostgresProbe rows =
      new PostgresProbe(world.server.jdbc(), UnflushedDatabase.ACCEPT);
  private final UUID row = UUID.randomUUID();
  private final List<String> seen = new ArrayList<>();

  @Test
  void theDatabaseCommitsBeforeTheBroker() {
    world.send("1", "a");
    Bystander between = new Bystander().onCommit(this::look);
    try (JmsSource source = world.source()) {
      var completion =
          world
              .server
              .transactions()
              .inNew(
                  Duration.ofSeconds(60),
                  () -> {
                    rows.insert(row);
                    world.server.manager().getTransaction().enlistResource(between);
                    assertThat(source.receive(new BatchLimit(1, 1), Duration.ofSeconds(30)))
                        .hasSize(1);
                    return Decision.commit("");
                  });
      assertThat(completion).isInstanceOf(Committed.class);
    }
    assertThat(seen).containsExactly("rows 1", "messages 1");
    await().until(() -> world.server.broker().messages(world.queue) == 0);
  }

  private void look() {
    seen.add(
        "rows "
            + world.server.postgres().number("SELECT count(*) FROM semel_probe WHERE id = ?", row));
    seen.add("messages " + world.server.broker().messages(world.queue));
  }
}
