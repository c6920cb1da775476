// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/**
 * The resources that a server offers to its consumers.
 *
 * @param transactions its transactions
 * @param faults tells faults that pass from faults that stay
 * @param threads makes threads that the server manages
 * @param stores claims, failed attempts, parked messages, intents and bodies
 * @param observer hears what consumers do
 * @param messages those that are stored first; needed by a policy that stores first
 * @param versions needed by a policy that keeps versions in order
 * @param expiry what comes too late for its route
 * @param silent whether the database has left a statement of this node unanswered
 */
public record Resources(
    Transactions transactions,
    Faults faults,
    ThreadFactory threads,
    ReceiverStores stores,
    Observer<ReceiveEvent> observer,
    Optional<StoredMessages> messages,
    Optional<Versions> versions,
    Expiry expiry,
    BooleanSupplier silent) {

  /**
   * For consumers that neither store first nor keep versions in order, nor let a message expire.
   */
  public Resources(
      Transactions transactions,
      Faults faults,
      ThreadFactory threads,
      ReceiverStores stores,
      Observer<ReceiveEvent> observer) {
    this(
        transactions,
        faults,
        threads,
        stores,
        observer,
        Optional.empty(),
        Optional.empty(),
        Expiry.ignored(),
        () -> false);
  }

  /** The same; consumers that store first store here. */
  public Resources storing(StoredMessages stored) {
    return new Resources(
        transactions,
        faults,
        threads,
        stores,
        observer,
        Optional.of(stored),
        versions,
        expiry,
        silent);
  }

  /** The same; consumers that keep versions in order keep them here. */
  public Resources ordering(Versions kept) {
    return new Resources(
        transactions,
        faults,
        threads,
        stores,
        observer,
        messages,
        Optional.of(kept),
        expiry,
        silent);
  }

  /** The same, but messages that have expired by {@code timesToLive} are parked. */
  public Resources obeying(Expiry timesToLive) {
    return new Resources(
        transactions, faults, threads, stores, observer, messages, versions, timesToLive, silent);
  }

  /** The same; {@code silence} tells whether the database was silent to other statements. */
  public Resources hearing(BooleanSupplier silence) {
    return new Resources(
        transactions, faults, threads, stores, observer, messages, versions, expiry, silence);
  }

  /** The same, but {@code known} judges a fault before all other rules. */
  Resources judging(Faults known) {
    return new Resources(
        transactions,
        Faults.firstOf(List.of(known, faults)),
        threads,
        stores,
        observer,
        messages,
        versions,
        expiry,
        silent);
  }

  /** The same, but with other stores. */
  Resources with(ReceiverStores others) {
    return new Resources(
        transactions, faults, threads, others, observer, messages, versions, expiry, silent);
  }
}
