// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;

/**
 * What the configuration says of Semel itself.
 *
 * @param dataSource JNDI name
 * @param application whose consumers these are, as the database is to know it; blank if nobody says
 * @param lockTimeout of receiving transactions
 * @param probeQueue for the start-up proof
 * @param patience for names that are not bound yet
 * @param routes folder of routes in YAML and XML
 * @param retentionEvery between two rounds
 * @param auditRetention of what operators did; empty for good
 * @param otherUnits persistence units that no consumer's route writes through
 */
public record SemelSettings(
    String dataSource,
    String application,
    Duration lockTimeout,
    String probeQueue,
    Duration patience,
    String routes,
    Duration retentionEvery,
    Optional<Duration> auditRetention,
    Set<String> otherUnits) {

  /**
   * The folder of routes, which must be known before all else. What is wrong with it is told with
   * all other faults, by {@link Settings#read}.
   */
  public static String routes(Config config) {
    return new ConfigSection(config, List.of("semel."), new ArrayList<>()).read(SemelKeys.ROUTES);
  }

  static SemelSettings read(ConfigSection section) {
    return new SemelSettings(
        section.read(SemelKeys.DATA_SOURCE),
        section.read(SemelKeys.APPLICATION),
        section.read(SemelKeys.LOCK_TIMEOUT),
        section.read(SemelKeys.PROBE_QUEUE),
        section.read(SemelKeys.PATIENCE),
        section.read(SemelKeys.ROUTES),
        section.read(SemelKeys.RETENTION_EVERY),
        section.read(SemelKeys.AUDIT_RETENTION),
        section.read(SemelKeys.OTHER_UNITS));
  }
}
