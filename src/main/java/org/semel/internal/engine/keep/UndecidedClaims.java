// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Transactions that have written what a consumer knows, or what waits for it, are prepared and not
 * decided yet: a crash has left them. A claim waits for them, a look-up does not: in a memory that
 * becomes the former one they would be missed, and a copy of their message would take effect before
 * they do. So such a change waits for those that were there when it was first asked for; later ones
 * are not of before the change. Any thread.
 */
public final class UndecidedClaims {

  private final Supplier<Set<String>> prepared;
  private final Map<String, Set<String>> awaited = new ConcurrentHashMap<>();

  /**
   * None is known yet.
   *
   * @param prepared the names of those that are prepared now; joins the caller's transaction
   */
  public UndecidedClaims(Supplier<Set<String>> prepared) {
    this.prepared = prepared;
  }

  /**
   * Demands that those have ended which were prepared when this was first asked for the consumer.
   *
   * @throws ClaimsUndecided if they have not
   */
  void demandNone(String consumer) {
    Set<String> now = prepared.get();
    Set<String> open = new HashSet<>(awaited.computeIfAbsent(consumer, first -> now));
    open.retainAll(now);
    if (!open.isEmpty()) {
      throw new ClaimsUndecided(consumer, open.size());
    }
  }
}
