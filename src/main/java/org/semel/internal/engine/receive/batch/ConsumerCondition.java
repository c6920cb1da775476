// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.node.ConsumerStatus.ConsumerState;

/**
 * The condition of a consumer, as far as it is known.
 *
 * @param suspended whether its route is, whatever its state
 * @param since by the clock of this node that does not jump
 * @param cause of the latest interruption
 * @param until it pauses, by the same clock
 * @param refusals why its start-up proof refused it
 */
public record ConsumerCondition(
    ConsumerPhase state,
    boolean suspended,
    long since,
    Optional<Throwable> cause,
    long until,
    List<Refusal> refusals) {

  /** The phase of a consumer. */
  public enum ConsumerPhase {
    /** Its start-up proof has not been made yet. */
    WAITING,
    /** It receives. */
    RECEIVING,
    /** Database, broker or another system is away; it tries again. */
    INTERRUPTED,
    /** An operator has paused it. */
    PAUSED,
    /** The start-up proof has refused it. */
    REFUSED,
    /** Its route is suspended. */
    SUSPENDED,
    /** It was stopped with its route. */
    STOPPED
  }

  static ConsumerCondition of(ConsumerPhase state, boolean suspended, long now) {
    return new ConsumerCondition(state, suspended, now, Optional.empty(), now, List.of());
  }

  ConsumerPhase shown() {
    boolean ended = state == ConsumerPhase.REFUSED || state == ConsumerPhase.STOPPED;
    return suspended && !ended ? ConsumerPhase.SUSPENDED : state;
  }

  /**
   * As an operator sees it.
   *
   * @param phase that it shows
   * @param words says what went wrong, without payload
   */
  ConsumerState told(ConsumerPhase phase, long now, Function<Throwable, String> words) {
    Duration left = Duration.ofNanos(Math.max(0, until - now));
    Optional<String> why = cause.map(words);
    return switch (phase) {
      case WAITING -> new ConsumerState.AwaitingProof(why, left);
      case RECEIVING -> new ConsumerState.Receiving();
      case INTERRUPTED -> new ConsumerState.PausedByOutage(why.orElse(""), left);
      case PAUSED -> new ConsumerState.PausedByOperator();
      case REFUSED ->
          new ConsumerState.RefusedByProof(
              refusals.stream().map(each -> each.code().text()).toList());
      case SUSPENDED -> new ConsumerState.RouteSuspended();
      case STOPPED -> new ConsumerState.RouteStopped();
    };
  }

  ConsumerCondition suspended(boolean is, long now) {
    return new ConsumerCondition(state, is, now, cause, until, refusals);
  }

  ConsumerCondition interrupted(Throwable why, long next) {
    return new ConsumerCondition(state, suspended, since, Optional.of(why), next, refusals);
  }

  ConsumerCondition refused(List<Refusal> by) {
    return new ConsumerCondition(state, suspended, since, cause, until, by);
  }
}
