// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.doctor;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.semel.internal.proof.Refusal;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** Whether each consumer has made its start-up proof, and receives. */
public final class ConsumerCheck implements DoctorCheck {

  private final Supplier<List<ConsumerStatus>> consumers;
  private final Function<String, List<Refusal>> refusals;

  /**
   * A look at these consumers.
   *
   * @param refusals why the proof refused a consumer
   */
  public ConsumerCheck(
      Supplier<List<ConsumerStatus>> consumers, Function<String, List<Refusal>> refusals) {
    this.consumers = consumers;
    this.refusals = refusals;
  }

  @Override
  public String subject() {
    return "The consumers";
  }

  @Override
  public List<Observation> observe() {
    return consumers.get().stream().flatMap(each -> of(each).stream()).toList();
  }

  private List<Observation> of(ConsumerStatus status) {
    return status.state() instanceof ConsumerState.RefusedByProof
        ? refusals.apply(status.name()).stream()
            .map(one -> Symptom.of(one, Severity.ERROR, Optional.of(status.name())))
            .toList()
        : List.of(one(status.name(), status.state(), Spans.spelled(status.lasting())));
  }

  private static Observation one(String name, ConsumerState state, String lasting) {
    if (state instanceof ConsumerState.AwaitingProof waiting) {
      String cause = waiting.cause().map(why -> ": " + why).orElse("");
      return Symptom.AWAITS_PROOF.observed(
          name, "It has waited for its start-up proof for " + lasting + cause + ".");
    }
    if (state instanceof ConsumerState.PausedByOutage paused) {
      return Symptom.PAUSED.observed(
          name, "It has been paused for " + lasting + ": " + paused.cause() + ".");
    }
    if (state instanceof ConsumerState.PausedByOperator) {
      return Symptom.HELD_BY_OPERATOR.observed(name, "An operator paused it " + lasting + " ago.");
    }
    return state instanceof ConsumerState.Receiving
        ? Symptom.PASSED.observed(name, "Its transactions are proven, and it receives.")
        : Symptom.AT_REST.observed(name, "Its route has been at rest for " + lasting + ".");
  }
}
