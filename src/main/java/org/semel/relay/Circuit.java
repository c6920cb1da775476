// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.intent.Settlement.Blame;
import org.semel.relay.Delivery.Denied.Extent;
import org.semel.relay.DestinationPolicy.Breaker;

/**
 * Spares a provider that fails again and again: after so many failures in a row nothing is sent for
 * a while, then a single intent, whose fate decides. One that lets nobody in is paused in the same
 * way, for as long as it does. On this node and since the relay's start. Safe for any number of
 * threads.
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
    /** From now on nothing is sent, as the provider fails. */
    OPENED,
    /** The provider is back. */
    CLOSED,
    /** From now on nothing is sent, as the provider lets nobody in. */
    PAUSED,
    /** The provider lets us in again. */
    RESUMED
  }

  /**
   * What was made of an answer.
   *
   * @param blame whose failure it was, if it was one
   */
  record Heard(Turn turn, Blame blame) {}

  private final Breaker breaker;
  private final LongSupplier clock;
  private final Denials denials = new Denials();
  private Position position = Position.CLOSED;
  private @Nullable UUID probe;
  private boolean paused;
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

  /**
   * Whether the intent of this key may be asked for and sent now; if so, it must be told what was
   * {@link #heard}, or that it was {@link #unheard} or {@link #givenUp}.
   */
  synchronized boolean enters(UUID key) {
    if (position == Position.OPEN && isOver()) {
      position = Position.PROBING;
      probe = key;
      return true;
    }
    return position == Position.CLOSED;
  }

  /** The provider's answer to the intent of this key. */
  synchronized Heard heard(UUID key, Delivery delivery) {
    if (delivery instanceof Delivery.Denied denied) {
      return denied(key, denied.extent());
    }
    boolean answered =
        delivery instanceof Delivery.Accepted || delivery instanceof Delivery.Refused;
    return answered ? answered(key) : failed(key);
  }

  /** The provider could not say what became of it, and it was not sent; whose failure that is. */
  synchronized Blame unheard(UUID key) {
    return isProbe(key) ? failed(key).blame() : Blame.INTENT;
  }

  /** It was not sent after all; if it was to decide, the next one is. */
  synchronized void givenUp(UUID key) {
    if (isProbe(key)) {
      position = Position.OPEN;
    }
  }

  /** How many have failed in a row. */
  synchronized int failures() {
    return failures;
  }

  /** How long it stays open, for the operator. */
  Duration open() {
    return breaker.open();
  }

  /** Who was on the way when it was paused knows nothing newer. */
  private Heard answered(UUID key) {
    denials.admitted(key);
    boolean late = paused && !isProbe(key);
    return new Heard(late ? Turn.NONE : closed(), Blame.INTENT);
  }

  private Turn closed() {
    Turn over = paused ? Turn.RESUMED : Turn.CLOSED;
    Turn turn = position == Position.CLOSED ? Turn.NONE : over;
    position = Position.CLOSED;
    paused = false;
    failures = 0;
    return turn;
  }

  private Heard denied(UUID key, Extent extent) {
    if (paused) {
      return isProbe(key) ? failed(key) : new Heard(Turn.NONE, Blame.DESTINATION);
    }
    Denials.Meaning meaning = denials.met(key, extent);
    if (meaning == Denials.Meaning.ALL) {
      paused = true;
      opens();
      return new Heard(Turn.PAUSED, Blame.DESTINATION);
    }
    boolean alone = meaning == Denials.Meaning.THIS_ONE;
    return new Heard(closed(), alone ? Blame.INTENT : Blame.DESTINATION); // somebody is there
  }

  /** Those who were on their way when it opened change nothing by failing. */
  private Heard failed(UUID key) {
    failures = Math.min(failures + 1, Integer.MAX_VALUE - 1);
    if (isProbe(key)) {
      opens();
      return new Heard(Turn.NONE, Blame.DESTINATION);
    }
    if (position != Position.CLOSED || breaker.failures() == 0 || failures < breaker.failures()) {
      return new Heard(Turn.NONE, Blame.INTENT);
    }
    opens();
    return new Heard(Turn.OPENED, Blame.INTENT);
  }

  private boolean isProbe(UUID key) {
    return position == Position.PROBING && key.equals(probe);
  }

  private void opens() {
    position = Position.OPEN;
    openUntil = clock.getAsLong() + breaker.open().toNanos();
  }

  private boolean isOver() {
    return clock.getAsLong() - openUntil >= 0;
  }
}
