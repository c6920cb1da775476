// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.List;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SentMarks;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.Work;

/**
 * The intents of one destination, leased and settled as its policy says. Safe for any number of
 * threads.
 */
public final class DestinationQueue {

  private static final Duration RENEWAL_TIMEOUT = Duration.ofSeconds(10);

  private final DestinationPolicy policy;
  private final IntentQueue queue;
  private final Transactions transactions;
  private final SentMarks marks;

  public DestinationQueue(DestinationPolicy policy, IntentQueue queue, Transactions transactions) {
    this.policy = policy;
    this.queue = queue;
    this.transactions = transactions;
    this.marks = new SentMarks(this::mark, policy.throughput().lease(), System::nanoTime);
  }

  DestinationPolicy policy() {
    return policy;
  }

  /** Does {@code work}, which may lease, extend and settle, in a transaction of its own. */
  <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    return transactions.inNew(timeout, work);
  }

  /** The transactions in which its intents are leased and settled. */
  Transactions transactions() {
    return transactions;
  }

  /** Leases what is due, in the caller's transaction. */
  List<Lease> lease(LeaseLimit most) {
    Duration life = policy.throughput().lease();
    SentFrom sent = policy.contract().sentFrom();
    return policy.dispatch().orderBy().isPresent()
        ? queue.leaseInOrder(policy.destination(), most, life, sent)
        : queue.lease(policy.destination(), most, life, sent);
  }

  /**
   * Lets a lease last for as long again, in the caller's transaction.
   *
   * @return whether it does; not if it is no longer ours, or in another transaction's hand
   */
  boolean extend(Lease lease) {
    return queue.renew(lease, policy.throughput().lease());
  }

  /**
   * Together with those that are noted as sent, so that all threads of the destination need one
   * connection for both. Such a note changes nothing: what is asked for may have been sent before.
   *
   * @throws IllegalStateException as {@link SentMarks#mark} does
   */
  boolean renew(Lease lease) {
    return marks.mark(lease);
  }

  /**
   * Marks the intent as sent. Writes nothing if the provider honours keys.
   *
   * @throws IllegalStateException as {@link SentMarks#mark} does
   */
  boolean markSent(Lease lease) {
    return policy.contract().sentFrom() == SentFrom.LEASE || marks.mark(lease);
  }

  private Completion<List<Lease>> mark(List<Lease> leases) {
    Duration life = policy.throughput().lease();
    return inNew(RENEWAL_TIMEOUT, () -> Decision.commit(queue.markSent(leases, life)));
  }

  /**
   * Settles leases in the caller's transaction.
   *
   * @return those that are not settled
   */
  List<SettledLease> settle(List<SettledLease> settled) {
    return settled.isEmpty() ? List.of() : queue.settle(settled);
  }

  /** Settles what was leased in the same transaction, which no one else can have in hand. */
  void settleOwn(List<SettledLease> settled) {
    if (!settle(settled).isEmpty()) {
      throw new IllegalStateException(
          "an intent was settled by another in the transaction that leased it; this is a defect of Semel");
    }
  }

  /**
   * Those of {@code unsettled} that can be settled later; the leases of the others are no longer
   * ours.
   */
  List<SettledLease> stillOurs(List<SettledLease> unsettled) {
    return unsettled.isEmpty() ? List.of() : queue.stillOurs(unsettled);
  }
}
