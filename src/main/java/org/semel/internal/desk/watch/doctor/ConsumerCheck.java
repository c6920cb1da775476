// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** Checks that each consumer has made its start-up proof, and receives. */
public final class ConsumerCheck implements DoctorCheck {

  private static final Duration STARTING = Duration.ofMinutes(1);

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
    List<ConsumerStatus> all = consumers.get();
    List<ConsumerStatus> wanted = all.stream().filter(ConsumerCheck::isWanted).toList();
    Stream<Observation> each = all.stream().flatMap(one -> of(one).stream());
    boolean none = !wanted.isEmpty() && wanted.stream().noneMatch(ConsumerCheck::mayDoWell);
    return none
        ? Stream.concat(
                each,
                Stream.of(
                    Symptom.NONE_RECEIVES.observed(
                        "None of this node's consumers receives that should: %d."
                            .formatted(wanted.size()))))
            .toList()
        : each.toList();
  }

  /**
   * What an operator has paused is meant to be so, and whose route somebody has stopped or
   * suspended: no failure does that. What is just starting shows nothing yet.
   */
  private static boolean isWanted(ConsumerStatus status) {
    ConsumerState state = status.state();
    boolean atRest =
        state instanceof ConsumerState.PausedByOperator
            || state instanceof ConsumerState.RouteSuspended
            || state instanceof ConsumerState.RouteStopped;
    boolean starts =
        state instanceof ConsumerState.AwaitingProof && status.lasting().compareTo(STARTING) < 0;
    return !atRest && !starts;
  }

  /** One that is refused is an error by itself. */
  private static boolean mayDoWell(ConsumerStatus status) {
    return status.state() instanceof ConsumerState.Receiving
        || status.state() instanceof ConsumerState.RefusedByProof;
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
