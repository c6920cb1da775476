// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;

/**
 * Notes attempts of transfers that were undone, each in a transaction of its own, and tells of
 * them. Used by one thread.
 */
final class FailedTransfers {

  private final DestinationQueue queue;
  private final RelayListener listener;
  private final Duration timeout;

  /** The note under way, or one of which no one said whether it has committed. */
  private Optional<SettledLease> untold = Optional.empty();

  FailedTransfers(DestinationQueue queue, RelayListener listener) {
    this.queue = queue;
    this.listener = listener;
    this.timeout = queue.policy().throughput().lease();
  }

  /** Records the failed attempt, unless another relay holds the intent by now. */
  LoopResult note(SettledLease failed, int most) {
    LeaseLimit limit = new LeaseLimit(most, Prefetch.BYTES);
    Completion<Boolean> completion = queue.inNew(timeout, () -> write(failed, limit));
    if (completion instanceof Completion.Unknown) {
      return interrupted(completion);
    }
    untold.filter(noted -> completion.committed().isPresent()).ifPresent(this::tell);
    untold = Optional.empty();
    return completion.fold(
        noted -> new LoopResult.Succeeded(Duration.ZERO), LoopResult.Interrupted::new);
  }

  /**
   * Tells of a note that has committed, though no one said so; the row shows it.
   *
   * @return why that cannot be seen yet; empty if nothing is left to tell
   */
  Optional<LoopResult> hear() {
    if (untold.isEmpty()) {
      return Optional.empty();
    }
    List<SettledLease> noted = List.of(untold.get());
    Completion<List<SettledLease>> completion =
        queue.inNew(timeout, () -> Decision.discard(queue.settle(noted)));
    if (completion.fault().isPresent()) {
      return Optional.of(interrupted(completion));
    }
    boolean stands = completion.fold(List::isEmpty, fault -> false);
    untold.filter(one -> stands).ifPresent(this::tell);
    untold = Optional.empty();
    return Optional.empty();
  }

  private static LoopResult interrupted(Completion<?> completion) {
    return new LoopResult.Interrupted(completion.fault().orElseThrow());
  }

  private void tell(SettledLease noted) {
    listener.settled(queue.policy().destination(), noted);
  }

  /** Leases again, as the lease under which it failed was undone with the transaction. */
  private Decision<Boolean> write(SettledLease failed, LeaseLimit most) {
    List<SettledLease> settled = new ArrayList<>();
    untold = Optional.empty();
    for (Lease lease : queue.lease(most)) {
      if (lease.intent().key().equals(failed.lease().intent().key())) {
        SettledLease again = new SettledLease(lease, failed.settlement());
        untold = Optional.of(again);
        settled.add(again);
      } else {
        settled.add(new SettledLease(lease, new Settlement.NotBegun()));
      }
    }
    if (untold.isEmpty()) {
      return Decision.discard(false);
    }
    queue.settleOwn(settled);
    return Decision.commit(true);
  }
}
