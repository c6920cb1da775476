// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.boot.config.consumer.MemoryKeys.Strategy;
import org.semel.internal.identity.MintTime;

/**
 * By what a message that comes again is known.
 *
 * @param time where the identity carries the time at which it was minted, if it does
 * @param remember for how long, at least
 */
public record ClaimStrategy(
    MemoryKeys.Strategy strategy, Optional<MintTime> time, Duration remember) {

  /** Whether its claims lie in partitions of a day. */
  public boolean byDay() {
    return strategy == Strategy.WINDOW || (strategy == Strategy.CLAIM && time.isPresent());
  }
}
