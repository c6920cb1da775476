// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/** What a look at what is due costs, in statements: a relay that waits looks all the time. */
class PostgresLooksTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration LIFE = Duration.ofMinutes(10);

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("s-" + UUID.randomUUID());
  private final CountedStatements statements = new CountedStatements(server.dataSource());
  private final Jdbc jdbc = new Jdbc(statements.dataSource());
  private final IntentTable intents = new IntentTable(jdbc);

  @BeforeEach
  void theSchemaIsKnown() {
    jdbc.schema();
  }

  @Test
  void aLookThatFindsNoIntentIsOneStatement() {
    assertThat(statementsOf(() -> intents.lease(destination, 10, LIFE))).isEqualTo(1);
  }

  @Test
  void aLookThatFindsNoIntentInOrderIsOneStatement() {
    assertThat(statementsOf(() -> intents.leaseInOrder(destination, 10, LIFE))).isEqualTo(1);
  }

  @Test
  void aLookThatFindsNoStoredMessageIsOneStatement() {
    StoredTable stored = new StoredTable(jdbc);
    assertThat(statementsOf(() -> stored.lease(destination.name(), new Quota(10, 10), LIFE)))
        .isEqualTo(1);
  }

  @Test
  void aLookThatFindsNoVersionIsOneStatement() {
    VersionTable versions = new VersionTable(jdbc, Duration.ofSeconds(2));
    assertThat(statementsOf(() -> versions.due(destination.name(), 10))).isEqualTo(1);
  }

  @Test
  void goodIntentsAreLeasedInOneStatementAndSettledInOneHoweverManyTheyAre() {
    commit(
        () -> {
          intents.insert(List.of(intent("1"), intent("2"), intent("3")));
          return destination;
        });
    AtomicReference<List<Lease>> leased = new AtomicReference<>(List.of());
    assertThat(
            statementsOf(
                () -> {
                  leased.set(intents.lease(destination, 10, LIFE));
                  return leased;
                }))
        .isEqualTo(1);
    assertThat(leased.get()).hasSize(3);
    assertThat(
            statementsOf(
                () ->
                    intents.settle(
                        leased.get().stream()
                            .map(lease -> new SettledLease(lease, new Settlement.Delivered()))
                            .toList())))
        .isEqualTo(1);
  }

  private Intent intent(String key) {
    return new Intent(
        new Identity(destination.name(), key),
        new Intent.Address(destination, 0),
        Headers.none(),
        Body.none());
  }

  private int statementsOf(Supplier<Object> act) {
    return statements.of(() -> commit(act));
  }

  private <T> void commit(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    assertThat(completion).isInstanceOf(Committed.class);
  }
}
