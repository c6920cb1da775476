// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.receive.identity.MintTime;

/**
 * The policy by which redelivered messages are recognised.
 *
 * @param time where the identity carries its time, if it does
 * @param remember the least time for which an identity is remembered
 */
public record ClaimStrategy(Strategy strategy, Optional<MintTime> time, Duration remember) {

  /** By what a consumer knows that a message has taken effect. */
  public enum Strategy {
    /** A row for each identity, kept for as long as the policy remembers. */
    CLAIM,
    /**
     * As claims, by the time that the identity carries, in partitions that are emptied as a whole.
     */
    WINDOW,
    /** The highest version of each aggregate, and no row for each message. */
    VERSION,
    /** The application's own entities remember. */
    ENTITY,
    /** Nothing remembers: the route's writes may be made again. */
    NATURAL;

    /** Whether Semel itself tells a message that comes again from a new one. */
    public boolean remembers() {
      return this == CLAIM || this == WINDOW;
    }
  }

  /** The place in a message of the time at which its identity was minted. */
  public enum IdentityTime {
    /** Nowhere. */
    NONE,
    /** See {@link MintTime#UUIDV7}. */
    UUIDV7,
    /** See {@link MintTime#ULID}. */
    ULID,
    /** See {@link MintTime#CLOUDEVENT}. */
    CLOUDEVENT;

    public Optional<MintTime> mint() {
      return this == NONE ? Optional.empty() : Optional.of(MintTime.valueOf(name()));
    }
  }

  /** Whether claims are stored in daily partitions. */
  public boolean byDay() {
    return strategy.remembers() && time.isPresent();
  }
}
