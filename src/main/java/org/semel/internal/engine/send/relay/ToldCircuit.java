// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer;

/** A destination's circuit, and the listener that hears what becomes of it. Any thread. */
class ToldCircuit {

  private final DestinationCircuit circuit;
  private final RelayListener listener;

  ToldCircuit(DestinationCircuit circuit, RelayListener listener) {
    this.circuit = circuit;
    this.listener = listener;
  }

  /** How many may be leased now. */
  int admits() {
    return circuit.admits();
  }

  /** See {@link DestinationCircuit#enters}. */
  boolean enters(Lease lease) {
    return circuit.enters(lease);
  }

  /** It was not sent after all. */
  void notSent(Lease lease) {
    circuit.notSent(lease);
  }

  /** The provider's answer to the intent of this lease. */
  CircuitAnswer answer(Lease lease, Delivery delivery) {
    CircuitAnswer answer = circuit.answer(lease, delivery);
    String why = delivery instanceof Delivery.Denied denied ? denied.why() : "";
    tell(lease.intent().address().destination(), answer.change(), why);
    return answer;
  }

  /** See {@link DestinationCircuit#asks}. */
  boolean asks() {
    return circuit.asks();
  }

  /** The provider has said what became of it, or that it does not know it. */
  void found(Lease lease) {
    tell(lease.intent().address().destination(), circuit.found(), "");
  }

  /** The provider could not say what became of it. */
  CircuitAnswer noAnswer(Lease lease, String why) {
    CircuitAnswer answer = circuit.noAnswer(lease);
    tell(lease.intent().address().destination(), answer.change(), why);
    return answer;
  }

  /** What was accepted since the last time has taken effect. */
  void committed() {}

  /** What alone was accepted since the last time is refused in the end. */
  CircuitAnswer refused(Lease lease, Delivery.Denied denied) {
    return answer(lease, denied);
  }

  /** What was accepted since the last time has not. */
  void rolledBack() {}

  /** A defect in one attempt. */
  void tell(Lease lease, Throwable defect) {
    listener.interrupted(lease.intent().address().destination(), defect, Duration.ZERO);
  }

  private void tell(Destination destination, CircuitAnswer.CircuitChange change, String why) {
    switch (change) {
      case OPENED -> listener.circuitOpened(destination, circuit.failuresToOpen(), circuit.open());
      case CLOSED -> listener.circuitClosed(destination);
      case PAUSED -> listener.destinationPaused(destination, why, circuit.open());
      case CLOSED_AND_PAUSED -> {
        listener.circuitClosed(destination);
        listener.destinationPaused(destination, why, circuit.open());
      }
      case RESUMED -> listener.destinationResumed(destination);
      case ASKS_NO_MORE ->
          listener.questionsUnanswered(destination, circuit.unanswered(), circuit.open());
      case ASKS_AGAIN -> listener.questionsAnswered(destination);
      case NONE -> {}
    }
  }
}
