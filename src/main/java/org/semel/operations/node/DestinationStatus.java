// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.node;

import java.time.Duration;

/** The status of a destination on this node. */
public record DestinationStatus(String name, DestinationState state) {

  /** The state of a destination. */
  public sealed interface DestinationState {

    /** The relay sends what is due; the circuit is closed. */
    record Delivering() implements DestinationState {}

    /**
     * Deliveries failed so often in a row, or found a queue full, that nothing is sent. No attempt
     * is counted.
     *
     * @param failures in a row
     * @param nextTry in how much time one intent is tried; zero if the next one is
     */
    record CircuitOpen(int failures, Duration nextTry) implements DestinationState {}

    /**
     * Its provider denies access to all intents. No attempt is counted.
     *
     * @param why what the provider answered, such as {@code HTTP status 401}
     * @param nextTry in how much time one intent is tried; zero if the next one is
     */
    record AccessDenied(String why, Duration nextTry) implements DestinationState {}

    /** An operator has paused it ({@link org.semel.operations.PauseActs}). */
    record HeldByOperator() implements DestinationState {}

    /** One intent is on its way, and decides whether the others follow. */
    record Probing() implements DestinationState {}

    /**
     * The database is away.
     *
     * @param cause without payload
     * @param nextTry in how much time it tries again; zero if it tries now
     */
    record DatabaseAway(String cause, Duration nextTry) implements DestinationState {}

    /**
     * Deliveries that were given up still hang, so that none is begun.
     *
     * @param deliveries how many hung when the last one was given up
     */
    record DeliveriesHanging(int deliveries) implements DestinationState {}

    /** Its route is stopped or suspended. */
    record NotRunning() implements DestinationState {}
  }
}
