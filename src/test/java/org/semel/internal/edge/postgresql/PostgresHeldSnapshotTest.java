// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/**
 * What a look at what is due reads while a branch is in doubt, in pages, as PostgreSQL counts them:
 * nothing that was settled since can be cleaned away.
 */
class PostgresHeldSnapshotTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final int SETTLED = 5_000;
  private static final int PAGE = 1_000;
  private static final int LOOKS = 20;
  private static final int WAITING = 50;
  private static final long FEW = 100;
  private static final Fingerprint FINGERPRINT = FingerprintProfile.EXACT.of(Messages.text("x"));

  private final SmallServer server = SmallServer.shared();
  private final String name = "h-" + UUID.randomUUID();
  private final Destination destination = new Destination(name);
  private final IntentTable intents = new IntentTable(server.jdbc());
  private final VersionTable versions = new VersionTable(server.jdbc(), Duration.ofSeconds(2));
  private final StoredTable stored = new StoredTable(server.jdbc());

  @BeforeEach
  void aBranchIsInDoubt() throws SQLException {
    try (Connection connection = server.postgres().owner().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO semel_probe (id) VALUES (gen_random_uuid())");
      statement.execute("PREPARE TRANSACTION '" + name + "'");
    }
  }

  @AfterEach
  void itIsResolved() {
    server.postgres().execute("ROLLBACK PREPARED '" + name + "'");
    List.of("intent", "inbox", "held", "version").forEach(this::deleteOurs);
  }

  /** So many that they would slow down whoever comes next. */
  private void deleteOurs(String table) {
    server.postgres().execute("DELETE FROM semel_%s WHERE consumer = '%s'".formatted(table, name));
  }

  @Test
  void anEmptyLookAtIntentsReadsFewPagesHoweverManyWereSettled() {
    for (int from = 0; from < SETTLED; from += PAGE) {
      List<Intent> page = IntStream.range(from, from + PAGE).mapToObj(this::intent).toList();
      commit(
          () -> {
            intents.insert(page);
            return page;
          });
      List<Lease> leases = commit(() -> intents.lease(destination, PAGE, LIFE));
      assertThat(leases).hasSize(PAGE);
      assertThat(commit(() -> intents.settle(leases.stream().map(this::delivered).toList())))
          .isEmpty();
    }
    assertThatMostLooksReadFewPages("semel_intent", () -> intents.lease(destination, 1, LIFE));
  }

  /** Index entries, not pages: each page that holds some is read again for each of them. */
  @Test
  void aLookInOrderReadsFewEntriesForEachThatWaitsHoweverManyOfItsKeyWereSettled() {
    insertInOrder(0, SETTLED);
    for (String state : List.of("leased", "delivered")) {
      server
          .postgres()
          .execute(
              "UPDATE semel_intent SET state = '%s', lease = 1, settled_at = statement_timestamp() WHERE consumer = '%s'"
                  .formatted(state, name));
    }
    insertInOrder(SETTLED, SETTLED + WAITING);
    long entries =
        commit(
            () -> {
              long before = entriesRead("semel_intent_order");
              assertThat(intents.leaseInOrder(destination, WAITING, LIFE)).hasSize(1);
              return entriesRead("semel_intent_order") - before;
            });
    assertThat(entries).isLessThan(10 * WAITING);
  }

  private void insertInOrder(int from, int to) {
    List<Intent> ordered = IntStream.range(from, to).mapToObj(this::ordered).toList();
    commit(
        () -> {
          intents.insert(ordered);
          return ordered;
        });
  }

  private long entriesRead(String index) {
    return server
        .jdbc()
        .query(
            "count index entries",
            "SELECT sum(pg_stat_get_xact_tuples_returned(oid)) AS entries FROM pg_class WHERE relname = ?",
            binds -> binds.text(index),
            row -> row.getLong("entries"))
        .get(0);
  }

  @Test
  void anEmptyLookAtStoredMessagesReadsFewPagesHoweverManyAreCompleted() {
    for (int from = 0; from < SETTLED; from += PAGE) {
      List<InboxEntry> page = IntStream.range(from, from + PAGE).mapToObj(this::message).toList();
      assertThat(commit(() -> stored.store(page))).hasSize(PAGE);
      List<LeasedMessage> leased = commit(() -> stored.lease(name, new Quota(PAGE, 0), LIFE));
      assertThat(leased).hasSize(PAGE);
      assertThat(
              commit(
                  () ->
                      stored.move(
                          leased.stream()
                              .map(one -> new Move(one, new StageChange.Completed()))
                              .toList())))
          .isEmpty();
    }
    assertThatMostLooksReadFewPages("semel_inbox", () -> stored.lease(name, new Quota(1, 1), LIFE));
  }

  @Test
  void anEmptyLookAtVersionsThatMayGoReadsFewPagesHoweverManyWent() {
    for (int from = 0; from < SETTLED; from += PAGE) {
      List<Identity> page = IntStream.range(from, from + PAGE).mapToObj(this::aggregate).toList();
      Map<Identity, Long> none = page.stream().collect(toMap(one -> one, one -> 0L));
      commit(
          () -> {
            Map<Identity, Reached> reached = versions.lock(none);
            assertThat(versions.hold(page.stream().map(this::second).toList())).hasSize(PAGE);
            versions.advance(page.stream().map(one -> to(one, reached.get(one), 1)).toList());
            return page;
          });
      commit(() -> release(versions.due(name, PAGE)));
    }
    assertThatMostLooksReadFewPages("semel_version", () -> versions.due(name, 1));
  }

  private Identity aggregate(int number) {
    return new Identity(name, "a" + number);
  }

  private HeldMessage second(Identity aggregate) {
    Identity message = new Identity(name, aggregate.key() + "/2");
    return new HeldMessage(
        new Place(aggregate, 2), new Offer(message, FINGERPRINT), Messages.text("x"));
  }

  private static Advance to(Identity aggregate, Reached reached, long version) {
    return new Advance(aggregate, reached.with(version, FINGERPRINT), 0);
  }

  private List<Run> release(List<Run> runs) {
    assertThat(runs).hasSize(PAGE);
    List<Advance> advances =
        runs.stream().map(run -> to(run.aggregate(), run.reached(), 2)).toList();
    versions.drop(runs.stream().map(run -> run.next().get(0).place()).toList());
    versions.advance(advances);
    return runs;
  }

  private Intent intent(int number) {
    return new Intent(
        new Identity(name, "i" + number),
        new Intent.Address(destination, 0),
        Headers.none(),
        Body.none());
  }

  private Intent ordered(int number) {
    return new Intent(
        new Identity(name, "i" + number),
        new Intent.Address(destination, 0, Optional.of("one key")),
        Headers.none(),
        Body.none());
  }

  private SettledLease delivered(Lease lease) {
    return new SettledLease(lease, new Settlement.Delivered());
  }

  private InboxEntry message(int number) {
    return new InboxEntry(new Identity(name, "m" + number), Messages.text("x"));
  }

  /**
   * Looks that go back far are dear and seldom; one that was settled a moment ago makes each dear.
   */
  private void assertThatMostLooksReadFewPages(String table, Supplier<List<?>> look) {
    await("of twenty looks in a row more than half read few pages")
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(
            () -> {
              List<Long> pages = pages(table, look);
              assertThat(pages.get(LOOKS / 2)).as("median of %s", pages).isLessThan(FEW);
            });
  }

  /** How many pages each of several looks in a row reads, which find nothing; the fewest first. */
  private List<Long> pages(String table, Supplier<List<?>> look) {
    return commit(
        () -> Stream.generate(() -> pagesOfOne(table, look)).limit(LOOKS).sorted().toList());
  }

  /** Of this table and its indexes. */
  private long pagesOfOne(String table, Supplier<List<?>> look) {
    long before = fetched(table);
    assertThat(look.get()).isEmpty();
    return fetched(table) - before;
  }

  private long fetched(String table) {
    return server
        .jdbc()
        .query(
            "count pages",
            """
            SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) AS pages
            FROM pg_class
            WHERE relname = ? OR relname IN (SELECT indexname FROM pg_indexes WHERE tablename = ?)
            """,
            binds -> binds.text(table).text(table),
            row -> row.getLong("pages"))
        .get(0);
  }

  private <T> T commit(Supplier<T> act) {
    var completion = server.transactions().inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Committed<T>) completion).value();
  }
}
