// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is done once for all cases that wait when it begins, and never twice at a time. */
final class Together {

  /** What has not begun yet; null if no one waits for it. */
  private final AtomicReference<@Nullable CompletableFuture<Void>> next = new AtomicReference<>();

  /** Returns when what has begun from now on has ended; the first who waits does it. */
  void run(Runnable work) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> all = next.updateAndGet(waits -> waits == null ? mine : waits);
    if (all != mine) {
      all.join();
      return;
    }
    synchronized (this) {
      next.set(null);
      try {
        work.run();
      } finally {
        mine.complete(null);
      }
    }
  }
}
