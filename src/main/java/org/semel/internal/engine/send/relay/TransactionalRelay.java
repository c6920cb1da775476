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
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;

/**
 * Leases, sends and settles in one transaction; the queue's broker takes part in it. What commits
 * is sent once; what does not commit was never leased.
 *
 * <p>If one of several cannot be sent, all is undone, and its attempt is written down in another
 * transaction. So it is with one that is refused by name only when its transaction commits, and
 * with one whose transaction does not commit again and again, alone, while others commit.
 */
final class TransactionalRelay implements RelayLoop.Steps {

  private final DestinationPolicy policy;
  private final DestinationQueue queue;
  private final DeliveryAttempts attempts;
  private final RateLimiter rateLimit;
  private final Duration rest;
  private final Runnable more;
  private final RelayListener listener;
  private final FailedTransfers failures;
  private final CommitFailures commitFailures = new CommitFailures();
  private Optional<Lease> alone = Optional.empty();

  /** Whether the next one is tried alone, as one of several was refused at the commit. */
  private boolean apart;

  private boolean proven;
  private boolean closed;

  /**
   * Transfers to the destination of {@code queue}.
   *
   * @param attempts at a provider whose effects are part of the caller's transaction
   * @param rest how long to sleep when there is nothing to do
   * @param more wakes other loops, as there is more to do than one can
   */
  TransactionalRelay(
      DestinationQueue queue,
      DeliveryAttempts attempts,
      RateLimiter rateLimit,
      Duration rest,
      Runnable more,
      RelayListener listener) {
    this.policy = queue.policy();
    this.queue = queue;
    this.attempts = attempts;
    this.rateLimit = rateLimit;
    this.rest = rest;
    this.more = more;
    this.listener = listener;
    this.failures = new FailedTransfers(queue, listener);
  }

  @Override
  public void close() {
    closed = true;
  }

  /** What is leased is settled in the same step. */
  @Override
  public boolean hasEnded() {
    return true;
  }

  @Override
  public void abandon() {}

  @Override
  public LoopResult run(boolean afterOutage) {
    return failures.hear().orElseGet(() -> step(afterOutage));
  }

  private LoopResult step(boolean afterOutage) {
    int admitted = Math.min(attempts.admits(), rateLimit.available());
    int most = Math.min(admitted, afterOutage || apart ? 1 : policy.throughput().batch());
    if (closed || most <= 0) { // the database is not asked
      return afterOutage ? new LoopResult.Inconclusive(rest) : new LoopResult.Succeeded(rest);
    }
    prove();
    alone = Optional.empty();
    apart = false;
    try {
      return transferred(most);
    } finally {
      attempts.rolledBack(); // what has not committed
    }
  }

  private LoopResult transferred(int most) {
    LeaseLimit limit = new LeaseLimit(most, Prefetch.BYTES);
    Completion<Transferred> completion =
        queue.inNew(policy.throughput().lease(), () -> transfer(limit));
    return completion.fold(
        transferred -> done(transferred, most),
        transferred -> done(transferred, most),
        failed -> undone(failed.cause()),
        unknown -> new LoopResult.Interrupted(unknown.cause()));
  }

  private LoopResult undone(Throwable cause) {
    return attempts.refusal(cause).map(this::refused).orElseGet(() -> failed(cause));
  }

  /** It is no outage: the broker answers, and the database would have committed. */
  private LoopResult refused(Delivery.Denied denied) {
    apart = alone.isEmpty();
    return alone
        .map(lease -> failures.note(new SettledLease(lease, attempts.refused(lease, denied)), 1))
        .orElseGet(() -> new LoopResult.Succeeded(Duration.ZERO));
  }

  private LoopResult failed(Throwable cause) {
    return alone
        .filter(commitFailures::failed)
        .map(lease -> undone(lease, cause))
        .orElseGet(() -> new LoopResult.Interrupted(cause));
  }

  /** Until it is known that others would commit, this counts as an outage. */
  private LoopResult undone(Lease lease, Throwable cause) {
    FailureOf blame = commitFailures.deferred(lease);
    String why = "its transaction does not commit: " + cause.getClass().getName();
    var undone = new SettledLease(lease, attempts.undone(lease, why, blame));
    LoopResult noted = failures.note(undone, 1);
    return blame == FailureOf.DESTINATION ? new LoopResult.Interrupted(cause) : noted;
  }

  /** Before the first one, and until it succeeds; what it throws interrupts the step. */
  private void prove() {
    if (!proven) {
      attempts.prove();
      proven = true;
    }
  }

  private Decision<Transferred> transfer(LeaseLimit most) {
    List<SettledLease> settled = new ArrayList<>();
    List<Lease> leases = queue.lease(most);
    alone = leases.size() == 1 ? Optional.of(leases.get(0)) : Optional.empty();
    for (Lease lease : leases) {
      SettledLease one = new SettledLease(lease, run(lease));
      if (!(one.settlement() instanceof Settlement.Delivered)) {
        return Decision.discard(new Transferred(settled, Optional.of(one)));
      }
      settled.add(one);
    }
    queue.settleOwn(settled);
    Transferred all = new Transferred(settled, Optional.empty());
    return settled.isEmpty() ? Decision.discard(all) : Decision.commit(all);
  }

  private Settlement run(Lease lease) {
    return new DeliveryAttempt(attempts, lease).run().orElseThrow(); // no one gives it up
  }

  private LoopResult done(Transferred transferred, int most) {
    rateLimit.sent(transferred.settled().size());
    if (transferred.failed().isPresent()) {
      return failures.note(transferred.failed().get(), most);
    }
    attempts.committed();
    commitFailures.committed(transferred.settled().size());
    transferred.settled().forEach(one -> listener.settled(policy.destination(), one));
    if (!transferred.isFull(most)) {
      return new LoopResult.Succeeded(rest);
    }
    more.run();
    return new LoopResult.Succeeded(Duration.ZERO);
  }

  /**
   * The intents that one transaction transferred.
   *
   * @param settled delivered, if it commits
   * @param failed for whose sake it must not commit
   */
  private record Transferred(List<SettledLease> settled, Optional<SettledLease> failed) {
    /** Whether it reached a limit, so that there may be more. */
    boolean isFull(int most) {
      return settled.size() >= most
          || settled.stream().mapToLong(one -> one.lease().intent().body().size()).sum()
              >= Prefetch.BYTES;
    }
  }
}
