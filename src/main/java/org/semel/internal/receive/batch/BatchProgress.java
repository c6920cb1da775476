// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.receive.Arrival;
import org.semel.internal.receive.batch.BatchResult.FailedMessage;

/** What becomes known while a batch runs. */
final class BatchProgress {
  List<Arrival> arrivals = List.of();
  Optional<FailedMessage> message = Optional.empty();
  int begun = 1;
  boolean open;
  private long since;

  void received(List<Arrival> received) {
    arrivals = received;
    begun = received.size();
    since = System.nanoTime();
  }

  Duration lasted() {
    return Duration.ofNanos(System.nanoTime() - since);
  }
}
