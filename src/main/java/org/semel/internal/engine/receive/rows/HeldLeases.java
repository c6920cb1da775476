// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.message.Identity;

/**
 * The leases of one worker that have not ended yet. Another thread renews the leases: for as long
 * as the worker's transaction may last, and no longer, so that a worker that hangs loses them.
 */
public final class HeldLeases {

  private final Map<Identity, LeasedMessage> leased = new ConcurrentHashMap<>();
  private volatile long until = System.nanoTime();

  void take(List<LeasedMessage> taken) {
    taken.forEach(one -> leased.put(one.identity(), one));
  }

  /** The worker begins a transaction of at most {@code timeout}. */
  void begin(Duration timeout) {
    until = System.nanoTime() + timeout.multipliedBy(2).toNanos();
  }

  void end(LeasedMessage one) {
    leased.remove(one.identity());
  }

  void clear() {
    leased.clear();
  }

  /** The worker's leases that are to be renewed. */
  List<LeasedMessage> alive() {
    return System.nanoTime() - until < 0 ? List.copyOf(leased.values()) : List.of();
  }
}
