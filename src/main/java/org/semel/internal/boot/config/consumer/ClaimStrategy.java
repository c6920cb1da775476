// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.receive.identity.MintTime;

/**
 * The policy by which redelivered messages are recognised.
 *
 * @param time where the identity carries its time, if it does
 * @param remember the least time for which an identity is remembered
 */
public record ClaimStrategy(
    MemoryKeys.Strategy strategy, Optional<MintTime> time, Duration remember) {

  /** Whether claims are stored in daily partitions. */
  public boolean byDay() {
    return strategy.remembers() && time.isPresent();
  }
}
