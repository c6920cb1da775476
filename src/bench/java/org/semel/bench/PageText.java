// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

/** What the page says in words. */
final class PageText {

  static final String HEAD =
      """
      # Performance

      Measured by `mvn -Pbench` in one run (about a quarter of an hour; `-Dsemel.bench=full` runs all variants in twice as many
      rounds), on WildFly where nothing else is said. Variants are interleaved forwards and backwards and warmed up, and the queue is filled before each cell.
      *This page is generated from that run.* Every cell is checked: as many effects as different messages, as many parked as
      are poison, nothing in doubt. The work of a message is the example's: one row inserted, and one read and updated, through
      JPA. Semel's variants also claim the identity and record one intent. Messages are persistent, about 300 bytes. All
      receivers have 8 workers or sessions. Absolute figures are this machine's; compare ratios.

      * `stock`: camel-jms as its manual says for JTA, over the server's own pooled factory (`java:/JmsXA`), with camel-sql's
        `JdbcMessageIdRepository` in the same XA transaction. `stock_tuned`: the same over our pooled factory, whose fetch window is 0.
      * `mdb`: a message-driven bean through the resource adapter, with no deduplication at all.
      * `xaN_direct`, `xaN_managed`: `inbox:` with `batch` N and that way to receive; `30dup` with 30 % duplicates; `poison` with so many
        messages that fail at each attempt and are parked in the end.
      * `natural50_direct`: `xa50_direct` with `strategy=natural`: the same route without the claim.
      * `hotN`: before its work each message updates one of ten rows. `asideN`: every second one updates a row, every other one the same
        row in a transaction of its own (`REQUIRES_NEW`). `slowN`: each takes 60 ms, and 30 of 100 come twice. All over `direct` with a
        transaction timeout of 5 s; N=50 has to find out that its messages are in each other's way.
      * `ackN`: `inbox:` with `protocol=ack-after-commit` and `batch` N.

      WAL and processor time (of all threads and processes, the broker's included) are per message. What a table of ten million
      identities costs, and forgetting them: [table-size.md](table-size.md).

      """;

  static final String PLOT =
      """

      ![messages per second over batch size](performance.svg)

      ## Targets

      Each ratio is the median of the ratios of the rounds, with the least and the greatest.

      """;

  static final String SERVERS =
      """

      ## Both servers

      The main variants on WildFly and on Open Liberty, by the same WAR. Both servers are up; each cell of the one is followed by the
      same cell of the other, first this one, then that one, there and back again. A ratio is that of the two cells of a round. The
      broker is inside WildFly, and beside Open Liberty in a process of its own, so that each message crosses the loopback network;
      both journals force each write. Processor time is that of server, broker and database for a message, and in brackets the share of
      all processors that it fills at that rate: what is near to 100 % is limited by them. On Open Liberty `stock` goes over a pooled
      factory of our adapter that has the adapter's defaults, and `mdb` is a message-driven bean over our adapter (`mdb-4.0`,
      `jmsActivationSpec`). `-Dsemel.server=wildfly` or `liberty` measures on one of them only, and leaves this page as it is.

      """;

  static final String COUNTS =
      """

      ## Counts

      Per message, on a server of its own that reaches the database through a counter. A round trip is one request and its
      answer, however many statements it carries. Forced writes of PostgreSQL are as it counts them. The column for all adds,
      for each transaction, one of the transaction log and two of the broker's journal (prepare and commit): an upper limit, as
      writes of several transactions may be joined. `ackN` has no transaction log and one write of the journal, so its sum is
      too high. `xa50_idle_route` is a route without SQL of its own. Bytes are those that all threads of the server allocate between a
      tenth and 95 % of the messages, so that what a start costs once is not in them.

      """;

  static final String LATENCIES =
      """

      ## Latency

      From the time at which a message was due to be sent until its commit, at a steady rate. The load is a share of what
      `xa1_direct` can do, for both sizes. The sender shares the processors. At low load a batch is one message, and nothing waits for a second one.

      """;

  /**
   * Of microseconds: xa50_direct's, what two processors have, what ack50 and natural50 need less.
   */
  static final String WHERE =
      """

      ## Where the time goes

      Of the processors: at N=50 a message takes %.0f µs of server and database together, and at that rate all processors together have
      %.0f µs for it: so the processors limit it, not the disk. `ack50`, without prepare, second phase and transaction log, takes
      %.0f µs less; all the rest is the route (a SELECT, two writes, Camel, JSON) and what both protocols do, so that no more than
      that can be gained. The claim (`natural50_direct` has none) takes %.0f µs.
      """;

  static final String FAILED =
      """

      ## Settings that did not help

      Measured on the same machine, 21 November 2026; medians.

      * `-XX:+UseParallelGC` instead of G1: `xa50_direct` 10,720 messages/s against 10,885. No gain.
      * N=200 instead of 50: 1.28 times the messages of `xa50_direct`, but four times as many messages share a transaction,
        its locks and its failure. 50 stays the default.
      * The array statements of a batch for a batch of one: 625 µs of the database for a message of `xa1_direct`, against 583
        with a plain statement, as PostgreSQL plans the arrays each time. A batch of one now has statements of its own.
      * The driver's own `BEGIN` when a branch starts: eight round trips for a message of `xa1_direct` instead of seven. Our
        data source sends it along with the first statement.
      * `wal_compression=on` against the full pages of a large `claim` table: 2,563 bytes a message instead of 2,650
        ([table-size.md](table-size.md)).
      """;

  private PageText() {}
}
