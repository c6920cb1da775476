// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** Measures, and writes {@code docs/table-size.md}. */
public final class TableSize {

  private static final long SMALL = Long.getLong("semel.size.small", 100_000);
  private static final long LARGE = Long.getLong("semel.size.large", 10_000_000);
  private static final String BUFFERS = System.getProperty("semel.size.buffers", "2GB");
  private static final int BATCHES = Integer.getInteger("semel.size.batches", 200);

  private final Postgres postgres = SmallServer.shared().postgres();
  private final long start = System.nanoTime();
  private final SizePage page = new SizePage(SMALL, LARGE, BATCHES);

  private TableSize() {}

  public static void main(String[] args) throws IOException {
    new TableSize().measure();
    System.exit(0); // broker and transaction manager have threads of their own
  }

  private void measure() throws IOException {
    postgres.execute("ALTER SYSTEM SET max_wal_size = '16GB'");
    postgres.execute("ALTER SYSTEM SET checkpoint_timeout = '1h'");
    postgres.execute("ALTER SYSTEM SET shared_buffers = '" + BUFFERS + "'");
    postgres.stop();
    postgres.start();
    page.setting("shared_buffers", postgres.texts("SHOW shared_buffers").get(0));
    page.setting("PostgreSQL", postgres.texts("SHOW server_version").get(0));
    for (Kind kind : new Kind[] {Kind.DATED, Kind.CLAIM}) {
      Cost small = cost(kind, SMALL);
      page.row(kind, SMALL, small, small);
      page.row(kind, LARGE, cost(kind, LARGE), small);
    }
    compressed();
    beside();
    double day = new Cleanup().emptyDay(LARGE / 10);
    tell("a day of " + LARGE / 10 + " emptied in " + day + " ms");
    page.day(day);
    Path file = Path.of("docs/table-size.md");
    Files.writeString(file, page.markdown());
    tell("written: " + file);
  }

  private Cost cost(Kind kind, long identities) {
    new Load(kind).warmUp();
    tell("filling: " + kind + " with " + identities);
    postgres.execute(kind.fill(identities));
    postgres.execute("VACUUM (ANALYZE) " + kind.table());
    postgres.execute("CHECKPOINT");
    tell("claiming");
    Cost cost = Cost.of(kind, BATCHES, identities == LARGE);
    tell(cost.toString());
    return cost;
  }

  /** The large table of claims is still there. */
  private void compressed() {
    Load load = new Load(Kind.CLAIM);
    load.set("wal_compression", "on");
    Log log = load.log(Cost.OFTEN);
    load.set("wal_compression", "off");
    tell("with wal_compression: " + log);
    page.compressed(log);
  }

  /** So it is, and a tenth of it has outlived its time. */
  private void beside() {
    postgres.execute("CHECKPOINT");
    Cleanup.Rates rates = new Cleanup().beside(new Load(Kind.CLAIM));
    tell(rates.toString());
    page.beside(rates);
  }

  private void tell(String what) {
    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
    System.out.println("table size: " + seconds + " s: " + what);
  }
}
