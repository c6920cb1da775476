// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.LeaseLimit;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.intent.Settlement;
import org.semel.internal.intent.Settlement.FailureOf;
import org.semel.internal.loop.LoopResult;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;

/**
 * Leases, sends and settles in one transaction; the queue's broker takes part in it. What commits
 * is sent once; what does not commit was never leased.
 *
 * <p>If one of several cannot be sent, all is undone, and its attempt is written down in another
 * transaction. So it is with one whose transaction does not commit again and again, alone, while
 * others commit.
 */
final class TransactionalRelay implements RelayLoop.Steps {

  private final DestinationPolicy policy;
  private final Relay.Depot depot;
  private final Crew crew;
  private final RelayListener listener;
  private final RateLimiter valve;
  private final CommitFailures commitFailures = new CommitFailures();
  private Optional<Lease> alone = Optional.empty();
  private boolean proven;
  private boolean closed;

  /**
   * What those have in common who transfer to one destination.
   *
   * @param provider takes an intent in the caller's transaction
   * @param errand what is done with one
   * @param patience how long to sleep when there is nothing to do
   * @param more calls others, as there is more to do than one can
   */
  record Crew(Provider provider, DeliveryAttempts errand, Duration patience, Runnable more) {}

  TransactionalRelay(
      DestinationPolicy policy, Relay.Depot depot, Crew crew, RelayListener listener) {
    this.policy = policy;
    this.depot = depot;
    this.crew = crew;
    this.listener = listener;
    this.valve = new RateLimiter(policy.pace().rate(), depot.clock());
  }

  @Override
  public void close() {
    closed = true;
  }

  /** What is leased is settled in the same turn. */
  @Override
  public boolean hasEnded() {
    return true;
  }

  @Override
  public void abandon() {}

  @Override
  public LoopResult run(boolean afterOutage) {
    int admitted = Math.min(crew.errand().admits(), valve.open());
    int most = Math.min(admitted, afterOutage ? 1 : policy.pace().batch());
    if (closed || most <= 0) {
      return new LoopResult.Done(crew.patience());
    }
    prove();
    alone = Optional.empty();
    Completion<Load> completion =
        depot.transactions().inNew(policy.pace().lease(), () -> haul(most));
    return completion.fold(
        load -> done(load, most),
        load -> done(load, most),
        failed -> undone(failed.cause()),
        unknown -> new LoopResult.Interrupted(unknown.cause()));
  }

  private LoopResult undone(Throwable cause) {
    return alone
        .filter(commitFailures::failed)
        .map(lease -> undone(lease, cause))
        .orElseGet(() -> new LoopResult.Interrupted(cause));
  }

  /** While nobody knows that others would have fared better, nothing goes on. */
  private LoopResult undone(Lease lease, Throwable cause) {
    FailureOf blame = commitFailures.passed(lease);
    String why = "its transaction does not commit: " + cause.getClass().getName();
    var undone = new SettledLease(lease, crew.errand().undone(lease, why, blame));
    LoopResult noted = note(undone, 1);
    return blame == FailureOf.DESTINATION ? new LoopResult.Interrupted(cause) : noted;
  }

  /** Before the first one, and until it succeeds; what it throws interrupts the turn. */
  private void prove() {
    if (!proven) {
      crew.provider().prove();
      proven = true;
    }
  }

  private Decision<Load> haul(int most) {
    List<SettledLease> settled = new ArrayList<>();
    List<Lease> leases = depot.lease(policy, new LeaseLimit(most, Prefetch.BYTES));
    alone = leases.size() == 1 ? Optional.of(leases.get(0)) : Optional.empty();
    for (Lease lease : leases) {
      SettledLease one = new SettledLease(lease, run(lease));
      if (!(one.settlement() instanceof Settlement.Delivered)) {
        return Decision.discard(new Load(settled, Optional.of(one)));
      }
      settled.add(one);
    }
    settle(settled);
    Load load = new Load(settled, Optional.empty());
    return settled.isEmpty() ? Decision.discard(load) : Decision.commit(load);
  }

  private Settlement run(Lease lease) {
    return new DeliveryAttempt(crew.errand(), lease).run().orElseThrow(); // nobody gives it up
  }

  private LoopResult done(Load load, int most) {
    valve.passed(load.settled().size());
    if (load.failed().isPresent()) {
      return note(load.failed().get(), most);
    }
    commitFailures.committed(load.settled().size());
    load.settled().forEach(one -> listener.settled(policy.destination(), one));
    if (!load.isFull(most)) {
      return new LoopResult.Done(crew.patience());
    }
    crew.more().run();
    return new LoopResult.Done(Duration.ZERO);
  }

  /** Nobody may have it any more but who holds it now; then it is theirs to say. */
  private LoopResult note(SettledLease failed, int most) {
    Completion<Boolean> completion =
        depot.transactions().inNew(policy.pace().lease(), () -> write(failed, most));
    if (completion.committed().isPresent()) {
      listener.settled(policy.destination(), failed);
    }
    return completion.fold(
        noted -> new LoopResult.Done(Duration.ZERO), LoopResult.Interrupted::new);
  }

  /** Leases anew, as the lease under which it failed was undone with all else. */
  private Decision<Boolean> write(SettledLease failed, int most) {
    List<SettledLease> settled = new ArrayList<>();
    boolean there = false;
    for (Lease lease : depot.lease(policy, new LeaseLimit(most, Prefetch.BYTES))) {
      boolean same = lease.intent().key().equals(failed.lease().intent().key());
      there |= same;
      settled.add(new SettledLease(lease, same ? failed.settlement() : new Settlement.Released()));
    }
    if (!there) {
      return Decision.discard(false);
    }
    settle(settled);
    return Decision.commit(true);
  }

  private void settle(List<SettledLease> settled) {
    if (!settled.isEmpty() && !depot.queue().settle(settled).isEmpty()) {
      throw new IllegalStateException(
          "an intent was settled by another in the transaction that leased it; this is a defect of Semel");
    }
  }

  /** What one transaction carried: who is delivered if it commits, for whose sake it must not. */
  private record Load(List<SettledLease> settled, Optional<SettledLease> failed) {
    /** Whether no more could be carried, so that there may be more. */
    boolean isFull(int most) {
      return settled.size() >= most
          || settled.stream().mapToLong(one -> one.lease().intent().body().size()).sum()
              >= Prefetch.BYTES;
    }
  }
}
