// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.DestinationStatus.DestinationState;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that what is due is sent to each destination. */
public final class DestinationCheck implements DoctorCheck {

  private final Supplier<List<DestinationStatus>> destinations;

  public DestinationCheck(Supplier<List<DestinationStatus>> destinations) {
    this.destinations = destinations;
  }

  @Override
  public String subject() {
    return "The destinations";
  }

  @Override
  public List<Observation> observe() {
    return destinations.get().stream().map(each -> of(each.name(), each.state())).toList();
  }

  private static Observation of(String name, DestinationState state) {
    if (state instanceof DestinationState.CircuitOpen open) {
      return Symptom.CIRCUIT_OPEN.observed(
          name, open.failures() + " deliveries in a row have failed.");
    }
    if (state instanceof DestinationState.AccessDenied denied) {
      return Symptom.ACCESS_DENIED.observed(name, "It answers " + denied.why() + " to all.");
    }
    if (state instanceof DestinationState.Probing) {
      return Symptom.CIRCUIT_OPEN.observed(
          name, "One intent is on its way, and decides whether the others follow.");
    }
    return hindered(name, state);
  }

  private static Observation hindered(String name, DestinationState state) {
    if (state instanceof DestinationState.DatabaseAway away) {
      return Symptom.RELAY_PAUSED.observed(name, "Its relay is paused: " + away.cause() + ".");
    }
    if (state instanceof DestinationState.DeliveriesHanging hanging) {
      return Symptom.DELIVERIES_HANG.observed(name, hanging.deliveries() + " deliveries hang.");
    }
    if (state instanceof DestinationState.HeldByOperator) {
      return Symptom.HELD_BY_OPERATOR.observed(name, "An operator has paused it.");
    }
    return state instanceof DestinationState.Delivering
        ? Symptom.PASSED.observed(name, "What is due is sent.")
        : Symptom.NOT_DELIVERED.observed(name, "Its relay does not run.");
  }
}
