// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
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
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/**
 * Reads of statements that name their rows by key, behind a backlog that PostgreSQL's statistics do
 * not know: a plan that was made when nothing waited must not read all that waits.
 */
class PostgresStaleStatisticsTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final int BACKLOG = 5_000;
  private static final int BATCH = 20;

  /** More than the driver and the server need until a statement has a plan that is kept. */
  private static final int BATCHES = 12;

  private final SmallServer server = SmallServer.shared();
  private final String name = "stale-" + UUID.randomUUID();
  private final Destination destination = new Destination(name);
  private final IntentTable intents = new IntentTable(server.jdbc());
  private final StoredTable stored = new StoredTable(server.jdbc());

  @BeforeEach
  void theStatisticsKnowNoBacklog() {
    server.postgres().execute("ANALYZE semel_intent, semel_inbox");
  }

  @AfterEach
  void theBacklogGoes() {
    List.of("intent", "inbox")
        .forEach(
            table ->
                server
                    .postgres()
                    .execute("DELETE FROM semel_%s WHERE consumer = '%s'".formatted(table, name)));
  }

  @Test
  void anIntentIsMarkedRenewedAndSettledByItsKey() {
    commit(
        () -> {
          List<Intent> backlog = IntStream.range(0, BACKLOG).mapToObj(this::intent).toList();
          intents.insert(backlog);
          return backlog;
        });
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Lease> leases = commit(() -> intents.lease(destination, BATCH, LIFE));
      assertReadsFew(
          "semel_intent", () -> assertThat(intents.markSent(leases, LIFE)).hasSize(BATCH));
      assertReadsFew("semel_intent", () -> assertThat(intents.renew(leases.get(0), LIFE)).isTrue());
      List<SettledLease> delivered =
          leases.stream()
              .map(lease -> new SettledLease(lease, new Settlement.Delivered()))
              .toList();
      assertReadsFew("semel_intent", () -> assertThat(intents.stillOurs(delivered)).hasSize(BATCH));
      assertReadsFew("semel_intent", () -> assertThat(intents.settle(delivered)).isEmpty());
    }
  }

  @Test
  void aStoredMessageIsRenewedAndMovedByItsIdentity() {
    commit(
        () ->
            stored.store(
                IntStream.range(0, BACKLOG)
                    .mapToObj(n -> new InboxEntry(new Identity(name, "m" + n), Messages.text("x")))
                    .toList()));
    for (int batch = 0; batch < BATCHES; batch++) {
      List<LeasedMessage> leased = commit(() -> stored.lease(name, new Quota(BATCH, 0), LIFE));
      assertReadsFew("semel_inbox", () -> stored.renew(leased, LIFE));
      List<Move> moves =
          leased.stream().map(one -> new Move(one, new StageChange.Completed())).toList();
      assertReadsFew("semel_inbox", () -> assertThat(stored.move(moves)).isEmpty());
    }
  }

  private Intent intent(int number) {
    return new Intent(
        new Identity(name, "i" + number),
        new Intent.Address(destination, 0),
        Headers.none(),
        Body.none());
  }

  /** Rows of the table itself, and entries of each of its indexes, in this transaction. */
  private void assertReadsFew(String table, Runnable statement) {
    long read =
        commit(
            () -> {
              long before = read(table);
              statement.run();
              return read(table) - before;
            });
    assertThat(read).as("read of %s", table).isLessThan(10 * BATCH);
  }

  private long read(String table) {
    return server
        .jdbc()
        .query(
            "count what was read",
            """
            SELECT sum(pg_stat_get_xact_tuples_returned(oid)) AS read
            FROM pg_class
            WHERE relname = ? OR relname IN (SELECT indexname FROM pg_indexes WHERE tablename = ?)
            """,
            binds -> binds.text(table).text(table),
            row -> row.getLong("read"))
        .get(0);
  }

  private <T> T commit(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Committed<T>) completion).value();
  }
}
