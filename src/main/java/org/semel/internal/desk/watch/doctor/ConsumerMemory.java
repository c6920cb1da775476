// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.util.Optional;

/**
 * The time for which a consumer's identities are remembered.
 *
 * @param configured by this node
 * @param declared in the database, by the node that started last; empty if nothing is
 * @param horizon how long its messages can come back
 */
public record ConsumerMemory(
    String consumer, Duration configured, Optional<Duration> declared, Duration horizon) {

  /** What holds: retention goes by the database. */
  Duration remembered() {
    return declared.orElse(configured);
  }
}
