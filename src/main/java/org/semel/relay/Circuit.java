// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.semel.relay.DestinationPolicy.Breaker;

/**
 * Spares a provider that fails again and again: after so many failures in a row nothing is sent for
 * a while, then a single intent, whose fate decides. On this node and since the relay's start. Safe
 * for any number of threads.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit breaker</a>
 */
final class Circuit {

  private enum Position {
    /** All may pass. */
    CLOSED,
    /** None may pass until the time is over, then one. */
    OPEN,
    /** The one is on its way. */
    PROBING
  }

  /** What an answer did to the circuit. */
  enum Turn {
    /** It stays as it was, for those who look from outside. */
    NONE,
    /** From now on nothing is sent. */
    OPENED,
    /** The provider is back. */
    CLOSED
  }

  private final Breaker breaker;
  private final LongSupplier clock;
  private Position position = Position.CLOSED;
  private int failures;
  private long openUntil;

  Circuit(Breaker breaker, LongSupplier clock) {
    this.breaker = breaker;
    this.clock = clock;
  }

  /** How many may be leased now. */
  synchronized int admits() {
    return switch (position) {
      case CLOSED -> Integer.MAX_VALUE;
      case OPEN -> isOver() ? 1 : 0;
      case PROBING -> 0;
    };
  }

  /** Whether the caller may send now; if so, it must tell what it {@link #heard}. */
  synchronized boolean enters() {
    if (position == Position.OPEN && isOver()) {
      position = Position.PROBING;
      return true;
    }
    return position == Position.CLOSED;
  }

  synchronized Turn heard(Delivery delivery) {
    boolean answered =
        delivery instanceof Delivery.Accepted || delivery instanceof Delivery.Refused;
    return answered ? answered() : failed();
  }

  /** How many have failed in a row. */
  synchronized int failures() {
    return failures;
  }

  private Turn answered() {
    failures = 0;
    Turn turn = position == Position.CLOSED ? Turn.NONE : Turn.CLOSED;
    position = Position.CLOSED;
    return turn;
  }

  /** Those who were on their way when it opened change nothing by failing. */
  private Turn failed() {
    failures = Math.min(failures + 1, Integer.MAX_VALUE - 1);
    if (position == Position.OPEN || breaker.failures() == 0 || failures < breaker.failures()) {
      return Turn.NONE;
    }
    Turn turn = position == Position.CLOSED ? Turn.OPENED : Turn.NONE;
    position = Position.OPEN;
    openUntil = clock.getAsLong() + breaker.open().toNanos();
    return turn;
  }

  private boolean isOver() {
    return clock.getAsLong() - openUntil >= 0;
  }

  /** How long it stays open, for the operator. */
  Duration open() {
    return breaker.open();
  }
}
