// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs between two counts of messages; and takes the time of those that say when they were meant to
 * be sent, until their commit.
 */
@ApplicationScoped
public class StopWatch {

  /** Of an event: {@link System#nanoTime()} of when it was meant to be sent. */
  static final String MEANT_AT = "meantat";

  private final AtomicInteger done = new AtomicInteger();
  private final Queue<Long> latencies = new ConcurrentLinkedQueue<>();
  private volatile int from;
  private volatile int to;
  private volatile long started;
  private volatile long ended;
  private volatile Allocation allocated = Allocation.now();
  private volatile long bytes;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  /** Sets it: it runs from the one count to the other. */
  void set(int first, int last) {
    done.set(0);
    latencies.clear();
    started = 0;
    ended = 0;
    from = first;
    to = last;
  }

  /** Between the two counts; -1 while it runs. */
  long nanos() {
    return ended == 0 ? -1 : ended - started;
  }

  void done(JsonObject event) {
    JsonNumber meantAt = event.getJsonNumber(MEANT_AT);
    if (meantAt != null) {
      registry.registerInterposedSynchronization(new AtCommit(meantAt.longValue()));
    }
    count();
  }

  /** Counts once the caller's transaction has committed, and not otherwise. */
  void doneAtCommit() {
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {}

          @Override
          public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
              count();
            }
          }
        });
  }

  private void count() {
    int count = done.incrementAndGet();
    if (count == from) {
      allocated = Allocation.now();
      started = System.nanoTime();
    }
    if (count == to) {
      long now = System.nanoTime();
      bytes = Allocation.now().since(allocated);
      ended = now;
    }
  }

  /** That all threads of the server have allocated between the two counts, once it has stopped. */
  long bytes() {
    return bytes;
  }

  /**
   * In microseconds: how many, then the 50th, 95th and 99th percentile, the first tenth left out.
   */
  String latencies() {
    long[] all = latencies.stream().mapToLong(Long::longValue).toArray();
    long[] sorted = Arrays.copyOfRange(all, all.length / 10, all.length);
    Arrays.sort(sorted);
    return sorted.length
        + " "
        + percentile(sorted, 50)
        + " "
        + percentile(sorted, 95)
        + " "
        + percentile(sorted, 99);
  }

  private static long percentile(long[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1000;
  }

  private final class AtCommit implements Synchronization {

    private final long meantAt;

    AtCommit(long meantAt) {
      this.meantAt = meantAt;
    }

    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (status == Status.STATUS_COMMITTED) {
        latencies.add(System.nanoTime() - meantAt);
      }
    }
  }
}
