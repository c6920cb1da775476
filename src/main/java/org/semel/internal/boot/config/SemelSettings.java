// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;

/**
 * The settings of Semel itself.
 *
 * @param dataSource JNDI name
 * @param schema with the tables; blank for that to which the search path leads
 * @param application the owner of the consumers, as the database registers it; blank if not set
 * @param lockTimeout of receiving transactions
 * @param probeQueue for the start-up proof
 * @param patience for names that are not bound yet
 * @param routes folder of routes in YAML and XML
 * @param retentionEvery between two rounds
 * @param auditRetention of what operators did; empty for good
 * @param otherUnits persistence units that no consumer's route writes through
 * @param otherBeans classes of beans that no consumer's route writes through
 * @param unflushed what to make of a database that does not wait for its disk
 * @param exposure what can be seen from outside
 */
public record SemelSettings(
    String dataSource,
    String schema,
    String application,
    Duration lockTimeout,
    String probeQueue,
    Duration patience,
    String routes,
    Duration retentionEvery,
    Optional<Duration> auditRetention,
    Set<String> otherUnits,
    Set<String> otherBeans,
    UnflushedDatabase unflushed,
    Exposure exposure) {

  /**
   * The folder of routes, which is needed first. {@link Settings#read} reports its faults with all
   * others.
   */
  public static String routes(Config config) {
    return new ConfigSection(config, List.of("semel."), new ArrayList<>()).read(SemelKeys.ROUTES);
  }

  static SemelSettings read(ConfigSection section) {
    return new SemelSettings(
        section.read(SemelKeys.DATA_SOURCE),
        section.read(SemelKeys.SCHEMA),
        section.read(SemelKeys.APPLICATION),
        section.read(SemelKeys.LOCK_TIMEOUT),
        section.read(SemelKeys.PROBE_QUEUE),
        section.read(SemelKeys.PATIENCE),
        section.read(SemelKeys.ROUTES),
        section.read(SemelKeys.RETENTION_EVERY),
        section.read(SemelKeys.AUDIT_RETENTION),
        section.read(SemelKeys.OTHER_UNITS),
        section.read(SemelKeys.OTHER_BEANS),
        section.read(SemelKeys.UNFLUSHED),
        ExposureKeys.read(section));
  }
}
