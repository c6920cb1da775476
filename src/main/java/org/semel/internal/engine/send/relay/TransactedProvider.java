// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;
import org.semel.SemelException;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.tx.Transactions;

/**
 * A provider whose effects are part of the caller's transaction. When that is undone, so are they:
 * nothing is unknown.
 */
record TransactedProvider(Provider provider, Transactions transactions) implements Provider {

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

  /** Whatever the provider did is undone. */
  static Delivery undone(String why) {
    return new Delivery.NotAccepted(why, Optional.empty());
  }

  /** What it did before it threw is undone, too. */
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

  @Override
  public Optional<Inquiry> inquiry() {
    return provider.inquiry();
  }

  @Override
  public Optional<Delivery.Denied> refusal(Throwable fault) {
    return provider.refusal(fault);
  }

  @Override
  public void prove() {
    provider.prove();
  }
}
