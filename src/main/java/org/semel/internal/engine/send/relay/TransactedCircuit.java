// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.ArrayList;
import java.util.List;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer.CircuitChange;

/**
 * A circuit that hears of what was accepted once its transaction has ended: what is rolled back has
 * shown nothing. Used by one thread.
 */
final class TransactedCircuit extends ToldCircuit {

  private final List<Lease> accepted = new ArrayList<>();

  TransactedCircuit(DestinationCircuit circuit, RelayListener listener) {
    super(circuit, listener);
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

  @Override
  void committed() {
    accepted.forEach(lease -> super.answer(lease, new Delivery.Accepted()));
    accepted.clear();
  }

  @Override
  CircuitAnswer refused(Lease lease, Delivery.Denied denied) {
    accepted.clear();
    return super.answer(lease, denied);
  }

  @Override
  void rolledBack() {
    accepted.forEach(this::notSent);
    accepted.clear();
  }
}
