// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.semel.SemelException;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.server.PersistenceUnits;
import org.semel.internal.boot.server.Server;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.proof.UnitInspection;
import org.semel.internal.postgresql.proof.UnitInspection.Unit;
import org.semel.internal.proof.Inspection;
import org.semel.internal.server.ServerPlatform;

/**
 * The inspections that all proofs of an application share: its pool, its data source, the server's
 * recovery and the persistence units.
 */
public final class CommonInspections {

  private CommonInspections() {}

  /**
   * Collects them on the calling thread, which must be one of the application's: its class loader
   * finds the units, and its JNDI names may be theirs.
   *
   * @param jdbc over the data source with Semel's tables
   */
  public static List<Inspection> of(Settings settings, Server server, Jdbc jdbc) {
    String ours = settings.semel().dataSource();
    List<Unit> units =
        PersistenceUnits.in(Thread.currentThread().getContextClassLoader()).stream()
            .filter(unit -> !isOurs(unit, ours, server.platform()))
            .filter(unit -> !settings.semel().otherUnits().contains(unit.name()))
            .map(unit -> unit(unit, server))
            .toList();
    TransactionManager manager = server.transactionManager();
    return List.of(
        new PoolInspection(ours, server.platform().poolSettings(), settings::workload),
        new ToldOnce(new FlushInspection(ours, server.platform())::hints),
        () -> server.platform().splits(manager, ours).stream().toList(),
        () -> server.platform().recoveryFaults(manager),
        new ToldOnce(
            new LogInspection(() -> server.platform().transactionLog(manager), server.platform())
                ::hints),
        new UnitInspection(jdbc, ours, units, KnownFaults.AT_START));
  }

  /** What the same inspections would warn of, each time they are asked; they refuse nothing. */
  public static List<Inspection> hints(Settings settings, Server server) {
    ServerPlatform platform = server.platform();
    TransactionManager manager = server.transactionManager();
    PoolInspection pool =
        new PoolInspection(
            settings.semel().dataSource(), platform.poolSettings(), settings::workload);
    FlushInspection flush = new FlushInspection(settings.semel().dataSource(), platform);
    LogInspection log = new LogInspection(() -> platform.transactionLog(manager), platform);
    return List.of(pool::hints, flush::hints, log::hints);
  }

  /** However the two spell its name. */
  private static boolean isOurs(
      PersistenceUnits.Described unit, String ours, ServerPlatform platform) {
    return unit.dataSource().map(platform::bound).equals(Optional.of(platform.bound(ours)));
  }

  private static Unit unit(PersistenceUnits.Described unit, Server server) {
    return unit.dataSource()
        .map(name -> new Unit(unit.name(), "jta-data-source " + name, found(name, server)))
        .orElseGet(
            () -> new Unit(unit.name(), "transaction-type RESOURCE_LOCAL", Optional.empty()));
  }

  private static Optional<DataSource> found(String name, Server server) {
    try {
      return Optional.of(server.dataSource(name));
    } catch (SemelException e) {
      return Optional.empty(); // under that name there is none, so that nobody can ask it
    }
  }
}
