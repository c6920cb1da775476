// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Messages;

/** Another transaction, on another thread, that holds an identity until it is told to roll back. */
final class RivalTransaction {

  private final CountDownLatch release = new CountDownLatch(1);
  private final CompletableFuture<?> thread;

  RivalTransaction(World world, String key) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Offer offer = new Offer(world.identity(key), FingerprintProfile.EXACT.of(Messages.text("a")));
    thread =
        CompletableFuture.runAsync(
            () ->
                world.transactions.inNew(
                    Duration.ofSeconds(60),
                    () -> {
                      world.inbox.claim(List.of(offer));
                      held.countDown();
                      release.await();
                      return Decision.discard("");
                    }),
            task -> new Thread(task).start()); // a pool may have fewer than there are rivals
    held.await();
  }

  void rollBack() {
    release.countDown();
    thread.join();
  }
}
