// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.semel.estate.Postgres;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.SmallServer;

/** One writer that claims batch after batch of new identities, each in a transaction of its own. */
final class Load {

  static final int BATCH = 50;

  /** For what is counted and not timed. */
  private static final int LARGE_BATCH = 500;

  private static final int STRETCHES = 9;

  private final SmallServer server = SmallServer.shared();
  private final Postgres postgres = server.postgres();
  private final Kind kind;
  private final ClaimStore inbox;

  /** Milliseconds of a claim of a batch, without the commit. */
  record Times(double p50, double p99) {}

  Load(Kind kind) {
    this.kind = kind;
    this.inbox = kind.inbox(server.jdbc());
  }

  /** Lets the machine learn the work, before the table that is to be measured is filled. */
  void warmUp() {
    for (int i = 0; i < 1_500; i++) {
      batch(BATCH);
    }
  }

  /**
   * Claims batches of 50, in stretches of so many; of each figure the median of the stretches, so
   * that what else the machine does now and then does not decide.
   */
  Times times(int batches) {
    double[] p50 = new double[STRETCHES];
    double[] p99 = new double[STRETCHES];
    for (int i = 0; i < STRETCHES; i++) {
      long[] nanos = LongStream.generate(() -> batch(BATCH)).limit(batches).sorted().toArray();
      p50[i] = nanos[batches / 2] / 1e6;
      p99[i] = nanos[batches * 99 / 100] / 1e6;
    }
    return new Times(median(p50), median(p99));
  }

  /** What so many messages that follow a checkpoint write to the log. */
  Log log(long messages) {
    postgres.execute("CHECKPOINT");
    String from = position();
    for (long claimed = 0; claimed < messages; claimed += LARGE_BATCH) {
      batch(LARGE_BATCH);
    }
    return Log.between(postgres, from, position(), messages);
  }

  /** How many messages are claimed in a second, over so long a time. */
  double rate(Duration time) {
    long start = System.nanoTime();
    long batches = 0;
    while (System.nanoTime() - start < time.toNanos()) {
      batch(BATCH);
      batches++;
    }
    return batches * BATCH / ((System.nanoTime() - start) / 1e9);
  }

  /** Sets what needs no restart. */
  void set(String name, String value) {
    postgres.execute("ALTER SYSTEM SET " + name + " = '" + value + "'");
    postgres.execute("SELECT pg_reload_conf()");
  }

  private String position() {
    return postgres.texts("SELECT pg_current_wal_insert_lsn()").get(0);
  }

  /** Claims so many at once; nanoseconds of the claim. */
  private long batch(int size) {
    List<Offer> offers = Stream.generate(kind::offer).limit(size).toList();
    var completion =
        server
            .transactions()
            .inNew(
                Duration.ofSeconds(60),
                () -> {
                  long start = System.nanoTime();
                  List<Claim> claims = inbox.claim(offers);
                  long took = System.nanoTime() - start;
                  require(claims.stream().allMatch(Claim.Claimed.class::isInstance));
                  return Decision.commit(took);
                });
    return ((Committed<Long>) completion).value();
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().skip(values.length / 2).findFirst().orElseThrow();
  }

  private static void require(boolean claimed) {
    if (!claimed) {
      throw new IllegalStateException("a new identity was not claimed");
    }
  }
}
