// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.Optional;
import org.semel.SemelException;
import org.semel.intent.Lease;
import org.semel.tx.Transactions;

/**
 * A provider whose effects are part of the caller's transaction. When that is undone, so are they:
 * nothing is unknown.
 */
record Transacted(Provider provider, Transactions transactions) implements Provider {

  @Override
  public Delivery deliver(Lease lease) {
    Delivery delivery = delivered(lease);
    if (delivery instanceof Delivery.Unknown unknown) {
      return new Delivery.Unavailable(unknown.why(), Optional.empty());
    }
    if (delivery instanceof Delivery.Denied denied) {
      return new Delivery.Denied(denied.why(), denied.extent());
    }
    return delivery instanceof Delivery.Accepted ? committable(delivery) : delivery;
  }

  /** Whatever it throws is as undone as what it says. */
  private Delivery delivered(Lease lease) {
    try {
      return provider.deliver(lease);
    } catch (RuntimeException | Error e) {
      return new Delivery.Unavailable(e.getClass().getName(), Optional.empty());
    }
  }

  /** Whoever dooms the transaction is to blame, and not those who come after him. */
  private Delivery committable(Delivery accepted) {
    try {
      transactions.requireCommittable();
      return accepted;
    } catch (SemelException e) {
      return new Delivery.Unavailable(String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  @Override
  public Optional<Inquiry> inquiry() {
    return provider.inquiry();
  }

  @Override
  public void prove() {
    provider.prove();
  }
}
