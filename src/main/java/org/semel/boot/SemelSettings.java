// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;

/**
 * What the configuration says of Semel itself.
 *
 * @param dataSource JNDI name
 * @param lockTimeout of receiving transactions
 * @param probeQueue for the start-up proof
 * @param patience for names that are not bound yet
 * @param routes folder of YAML routes
 * @param retentionEvery between two rounds
 */
record SemelSettings(
    String dataSource,
    Duration lockTimeout,
    String probeQueue,
    Duration patience,
    String routes,
    Duration retentionEvery) {

  static SemelSettings read(Section section) {
    return new SemelSettings(
        section.read(SemelKeys.DATA_SOURCE),
        section.read(SemelKeys.LOCK_TIMEOUT),
        section.read(SemelKeys.PROBE_QUEUE),
        section.read(SemelKeys.PATIENCE),
        section.read(SemelKeys.ROUTES),
        section.read(SemelKeys.RETENTION_EVERY));
  }
}
