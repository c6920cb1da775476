// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The status of a consumer on this node.
 *
 * @param lasting how long it has been so
 */
public record ConsumerStatus(String name, ConsumerState state, Duration lasting) {

  /** The state of a consumer. */
  public sealed interface ConsumerState {

    /** It has proven its transactions, and receives. */
    record Receiving() implements ConsumerState {}

    /**
     * It receives nothing until its start-up proof is made.
     *
     * @param cause what keeps it from that, without payload; empty if nothing is known of it yet
     * @param nextTry in how much time it tries again; zero if it tries now
     */
    record AwaitingProof(Optional<String> cause, Duration nextTry) implements ConsumerState {}

    /**
     * Its broker, its database or another system is away. No attempt is counted.
     *
     * @param cause without payload
     * @param nextTry in how much time it tries again; zero if it tries now
     */
    record PausedByOutage(String cause, Duration nextTry) implements ConsumerState {}

    /** An operator has paused it ({@link org.semel.operations.PauseActs}). */
    record PausedByOperator() implements ConsumerState {}

    /**
     * It receives nothing until it is started again, as its start-up proof found what would break
     * the promise.
     *
     * @param codes of everything that was found
     */
    record RefusedByProof(List<String> codes) implements ConsumerState {

      public RefusedByProof {
        codes = List.copyOf(codes);
      }
    }

    /** Its route is suspended. */
    record RouteSuspended() implements ConsumerState {}

    /** Its route is stopped. */
    record RouteStopped() implements ConsumerState {}
  }
}
