// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/**
 * Since when transactions are seen in a resource that does not say itself how long it has them. One
 * thread only.
 */
final class Sightings {

  private final LongSupplier nanos;
  private final Map<GlobalTransaction, Long> first = new HashMap<>();

  /**
   * Nothing was seen yet.
   *
   * @param nanos a clock that never runs backwards
   */
  Sightings(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** For how long each of these has been seen now; all others are forgotten. */
  Map<GlobalTransaction, Duration> seen(Set<GlobalTransaction> now) {
    first.keySet().retainAll(now);
    long at = nanos.getAsLong();
    Map<GlobalTransaction, Duration> all = new HashMap<>();
    for (GlobalTransaction one : now) {
      long since = first.computeIfAbsent(one, fresh -> at);
      all.put(one, Duration.ofNanos(at - since));
    }
    return all;
  }
}
