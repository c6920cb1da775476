// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.proof.WriterInspection;
import org.semel.internal.edge.postgresql.proof.WriterInspection.Session;
import org.semel.internal.edge.postgresql.proof.WriterInspection.WritingPart;
import org.semel.internal.edge.server.PersistenceUnits;
import org.semel.internal.edge.server.Server;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;

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
    return Stream.concat(
            checks(settings, server).stream().map(ServerCheck::atStart),
            asking(units(settings, server), settings, jdbc).stream())
        .toList();
  }

  /** The same of the server alone, as hints, each time they are asked; they refuse nothing. */
  public static List<Inspection> hints(Settings settings, Server server) {
    return checks(settings, server).stream().map(ServerCheck::hints).toList();
  }

  /** All that is checked of a server, a line each. */
  private static List<ServerCheck> checks(Settings settings, Server server) {
    String ours = settings.semel().dataSource();
    ServerPlatform platform = server.platform();
    TransactionManager manager = server.transactionManager();
    PoolInspection pool = new PoolInspection(ours, platform, settings::workload);
    return List.of(
        new ServerCheck(pool, pool::hints),
        ServerCheck.hinting(pool::neighbours),
        ServerCheck.refusing(() -> platform.splits(manager, ours).stream().toList()),
        ServerCheck.refusing(() -> platform.recoveryFaults(manager)),
        ServerCheck.hinting(
            new LogInspection(() -> platform.transactionLog(manager), platform)::hints));
  }

  /**
   * A check that the start makes and the doctor repeats.
   *
   * @param refusing what it finds refuses a consumer
   * @param hints what it finds is told: once by the start, each time by the doctor
   */
  private record ServerCheck(Inspection refusing, Inspection hints) {

    static ServerCheck refusing(Inspection refusing) {
      return new ServerCheck(refusing, List::of);
    }

    static ServerCheck hinting(Inspection hints) {
      return new ServerCheck(List::of, hints);
    }

    /** No hint is reported beside a refusal. */
    Inspection atStart() {
      ToldOnce told = new ToldOnce(hints::refusals);
      return () -> {
        List<Refusal> found = refusing.refusals();
        return found.isEmpty() ? told.refusals() : found;
      };
    }
  }

  /**
   * The inspections that ask each of {@code writers} for the session in which it writes, in a
   * transaction of its own.
   */
  static List<Inspection> asking(List<WritingPart> writers, Settings settings, Jdbc jdbc) {
    return writers.stream()
        .<Inspection>map(
            writer ->
                new WriterInspection(
                    jdbc, settings.semel().dataSource(), writer, KnownFaults.AT_START))
        .toList();
  }

  private static List<WritingPart> units(Settings settings, Server server) {
    String ours = settings.semel().dataSource();
    return PersistenceUnits.in(Thread.currentThread().getContextClassLoader()).stream()
        .filter(unit -> !isOurs(unit, ours, server.platform()))
        .filter(unit -> !settings.semel().otherPersistenceUnits().contains(unit.name()))
        .map(unit -> writer(unit, ours, server))
        .toList();
  }

  /** However the two spell its name. */
  private static boolean isOurs(
      PersistenceUnits.Described unit, String ours, ServerPlatform platform) {
    return unit.dataSource().map(platform::bound).equals(Optional.of(platform.bound(ours)));
  }

  private static WritingPart writer(PersistenceUnits.Described unit, String ours, Server server) {
    return new WritingPart(
        Code.UNIT_ELSEWHERE,
        "The persistence unit "
            + unit.name()
            + unit.dataSource()
                .map(name -> " (jta-data-source " + name + ")")
                .orElse(" (transaction-type RESOURCE_LOCAL)"),
        unit.dataSource().map(name -> session(name, server)).orElse(Session.NONE),
        "Let its jta-data-source be "
            + ours
            + ", or name it in semel.other-persistence-units if no consumer's route writes through it.");
  }

  private static Session session(String dataSource, Server server) {
    try {
      return Session.of(server.dataSource(dataSource));
    } catch (SemelException e) {
      return Session.NONE; // under that name there is none, so that no one can ask it
    }
  }
}
