// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.time.Duration;

/**
 * The pace at which the database is looked at.
 *
 * @param every between two looks
 * @param gauges whether this node reads gauges when it is its turn
 */
public record SamplingPace(Duration every, boolean gauges) {

  /** The life of a turn that is not renewed: a node that died loses it then. */
  Duration turn() {
    return every.multipliedBy(3);
  }
}
