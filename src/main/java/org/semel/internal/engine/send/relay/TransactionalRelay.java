// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.semel.SemelException;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer.CircuitChange;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/**
 * Leases, sends and settles in one transaction; the queue's broker takes part in it. An intent
 * whose transaction commits is sent once; one whose transaction does not commit was never leased.
 *
 * <p>If one of several cannot be sent, all is undone, and its attempt is written down in another
 * transaction. So it is with one that is refused by name only when its transaction commits, and
 * with one whose transaction does not commit again and again, alone, while others commit.
 */
final class TransactionalRelay implements RelayLoop.Steps {

  private final DestinationPolicy policy;
  private final DestinationQueue queue;
  private final TransactedChannel channel;
  private final RateLimiter rateLimit;
  private final Duration rest;
  private final Runnable more;
  private final FailedTransfers failures;
  private final CommitFailures commitFailures = new CommitFailures();
  private Optional<Lease> alone = Optional.empty();

  /** Whether the next one is tried alone, as one of several was refused at the commit. */
  private boolean apart;

  private boolean proven;
  private boolean closed;

  /**
   * Transfers through this channel.
   *
   * @param rest how long to sleep when there is nothing to do
   * @param more wakes other loops, as there is more to do than one can
   */
  TransactionalRelay(
      TransactedChannel channel, RateLimiter rateLimit, Duration rest, Runnable more) {
    this.policy = channel.policy();
    this.queue = channel.queue();
    this.channel = channel;
    this.rateLimit = rateLimit;
    this.rest = rest;
    this.more = more;
    this.failures = new FailedTransfers(queue, channel.observer());
  }

  @Override
  public void close() {
    closed = true;
  }

  /** True at any time: an intent is settled in the step that leases it. */
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
    int admitted = Math.min(channel.admits(), rateLimit.available());
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
      channel.rolledBack(); // what has not committed
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
    return channel.refusal(cause).map(this::refused).orElseGet(() -> failed(cause));
  }

  /**
   * The result of a commit that was refused by name. It is no outage: the broker answers, and the
   * database would have committed.
   */
  private LoopResult refused(Delivery.Denied denied) {
    apart = alone.isEmpty();
    return alone
        .map(lease -> failures.note(new SettledLease(lease, channel.refused(lease, denied)), 1))
        .orElseGet(() -> new LoopResult.Succeeded(Duration.ZERO));
  }

  private LoopResult failed(Throwable cause) {
    return alone
        .filter(commitFailures::failed)
        .map(lease -> undone(lease, cause))
        .orElseGet(() -> new LoopResult.Interrupted(cause));
  }

  /**
   * The result of a transaction of one intent that did not commit. Until it is known that others
   * would commit, it counts as an outage.
   */
  private LoopResult undone(Lease lease, Throwable cause) {
    FailureOf blame = commitFailures.deferred(lease);
    String why = "its transaction does not commit: " + cause.getClass().getName();
    var undone = new SettledLease(lease, channel.undone(lease, why, blame));
    LoopResult noted = failures.note(undone, 1);
    return blame == FailureOf.DESTINATION ? new LoopResult.Interrupted(cause) : noted;
  }

  /**
   * Runs the proof before the first lease, until it succeeds. Its exception interrupts the step.
   */
  private void prove() {
    if (!proven) {
      channel.prove();
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
    return channel.attempt(lease).run().orElseThrow(); // no one gives it up
  }

  private LoopResult done(Transferred transferred, int most) {
    rateLimit.sent(transferred.settled().size());
    if (transferred.failed().isPresent()) {
      return failures.note(transferred.failed().get(), most);
    }
    channel.committed();
    commitFailures.committed(transferred.settled().size());
    transferred
        .settled()
        .forEach(one -> channel.observer().on(new RelayEvent.Settled(policy.destination(), one)));
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

  /**
   * A channel whose provider's effects are part of the transaction that leases and settles; the row
   * is locked until then. Its circuit hears of what was accepted once that has ended: what is
   * rolled back has shown nothing. Used by one thread.
   */
  static final class TransactedChannel extends DestinationChannel {

    private final List<Lease> accepted = new ArrayList<>();

    TransactedChannel(
        DestinationQueue queue,
        Provider provider,
        DestinationCircuit circuit,
        Observer<RelayEvent> observer) {
      super(
          queue,
          new TransactedProvider(provider, queue.transactions()),
          settlements(queue, provider),
          circuit,
          observer,
          lease -> true);
    }

    /**
     * The answer that stands for a delivery that is rolled back: not accepted, whatever the
     * provider did.
     */
    @Override
    Delivery lost(String why) {
      return TransactedProvider.undone(why);
    }

    /** A failure ends the transaction by our own wish: those before it were taken. */
    @Override
    CircuitAnswer answer(Lease lease, Delivery delivery) {
      if (delivery instanceof Delivery.Accepted) {
        accepted.add(lease);
        return new CircuitAnswer(CircuitChange.NONE, FailureOf.INTENT);
      }
      committed();
      return super.answer(lease, delivery);
    }

    /** The transaction in which intents were accepted since the last time has committed. */
    void committed() {
      accepted.forEach(lease -> super.answer(lease, new Delivery.Accepted()));
      accepted.clear();
    }

    /** That transaction was undone, or no one knows. */
    void rolledBack() {
      accepted.forEach(this::notSent);
      accepted.clear();
    }

    /**
     * The settlement of an intent that the provider accepted at first, alone in a transaction that
     * was then undone for it.
     */
    Settlement refused(Lease lease, Delivery.Denied denied) {
      accepted.clear();
      return settled(lease, denied, super.answer(lease, denied));
    }
  }

  /**
   * A provider whose effects are part of the caller's transaction. When that is undone, so are
   * they: nothing is unknown.
   */
  private static final class TransactedProvider extends ProviderDecorator {

    private final Transactions transactions;

    TransactedProvider(Provider provider, Transactions transactions) {
      super(provider);
      this.transactions = transactions;
    }

    @Override
    public Delivery deliver(Lease lease) {
      Delivery delivery = delivered(lease);
      if (delivery instanceof Delivery.OutcomeUnknown unknown) {
        return undone(unknown.why());
      }
      if (delivery instanceof Delivery.Denied denied) {
        return new Delivery.Denied(denied.why(), denied.extent());
      }
      return delivery instanceof Delivery.Accepted ? committable(delivery) : delivery;
    }

    /**
     * The answer that stands for a delivery that is rolled back: not accepted, whatever the
     * provider did.
     */
    static Delivery undone(String why) {
      return new Delivery.NotAccepted(why, Optional.empty());
    }

    /** The provider's answer. The rollback undoes also what it did before it threw. */
    private Delivery delivered(Lease lease) {
      try {
        return provider.deliver(lease);
      } catch (RuntimeException | Error e) {
        return undone(e.getClass().getName());
      }
    }

    /** The intent that marks the transaction for rollback is to blame, not those after it. */
    private Delivery committable(Delivery accepted) {
      try {
        transactions.requireCommittable();
        return accepted;
      } catch (SemelException e) {
        return undone(String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * Notes attempts of transfers that were undone, each in a transaction of its own, and reports
   * them. Used by one thread.
   */
  private static final class FailedTransfers {

    private final DestinationQueue queue;
    private final Observer<RelayEvent> observer;
    private final Duration timeout;

    /** The note under way, or one of which it is not known whether it has committed. */
    private Optional<SettledLease> untold = Optional.empty();

    FailedTransfers(DestinationQueue queue, Observer<RelayEvent> observer) {
      this.queue = queue;
      this.observer = observer;
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
      observer.on(new RelayEvent.Settled(queue.policy().destination(), noted));
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

  /**
   * Intents whose transactions fail though they are alone in them. One such failure may be an
   * outage; so may repeated ones while no transaction commits. An intent that fails again though
   * others have committed since is to blame itself. Bounded memory. Used by one thread.
   */
  static final class CommitFailures {

    private static final int FAILURES = 3;
    private static final int MOST = 1_000;

    private final Map<UUID, Long> deferred = new LinkedHashMap<>();
    private Optional<UUID> key = Optional.empty();
    private int failures;
    private long commits;

    /**
     * A transaction has failed in which this one was alone.
     *
     * @return whether others must go first for now
     */
    boolean failed(Lease alone) {
      UUID next = alone.intent().key();
      failures = key.filter(next::equals).isPresent() ? failures + 1 : 1;
      key = Optional.of(next);
      return failures >= FAILURES;
    }

    /**
     * Lets others go first, and tells whose failure it is: the intent's own if others have
     * committed since its last one.
     */
    FailureOf deferred(Lease alone) {
      UUID one = alone.intent().key();
      Long before = deferred.remove(one);
      deferred.put(one, commits);
      if (deferred.size() > MOST) {
        deferred.remove(deferred.keySet().iterator().next());
      }
      return before != null && commits > before ? FailureOf.INTENT : FailureOf.DESTINATION;
    }

    /** A transaction has committed that sent so many. */
    void committed(int sent) {
      commits += sent;
    }
  }
}
