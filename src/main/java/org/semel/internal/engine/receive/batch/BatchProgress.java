// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;

/** The facts that become known while a batch runs. */
final class BatchProgress {
  List<Arrival> arrivals = List.of();
  List<Receipt> alone = List.of();
  Optional<FailedMessage> message = Optional.empty();
  int begun = 1;
  boolean open;
  private final long started = System.nanoTime();
  private long since;

  void received(List<Arrival> received) {
    arrivals = received;
    begun = received.size();
    since = System.nanoTime();
  }

  /**
   * The result that is to be reported. Messages that were handled alone have committed, whatever
   * became of the others, and are duplicates when they come again.
   */
  BatchResult told(BatchResult result) {
    boolean tellsAll =
        result instanceof BatchResult.BatchCommitted || result instanceof BatchResult.Aborted;
    return alone.isEmpty() || tellsAll ? result : new BatchResult.Aborted(alone, result);
  }

  /** The part of {@code most} that is left since the batch started; never negative. */
  Duration left(Duration most) {
    long left = most.toNanos() - (System.nanoTime() - started);
    return Duration.ofNanos(Math.max(0, left));
  }

  Duration lasted() {
    return Duration.ofNanos(System.nanoTime() - since);
  }
}
