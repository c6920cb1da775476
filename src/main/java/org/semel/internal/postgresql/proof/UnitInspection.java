// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.semel.Code;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.StoreException;
import org.semel.internal.proof.Inspection;
import org.semel.internal.proof.Refusal;
import org.semel.internal.tx.Faults;

/**
 * Whether what an application's persistence units write is written in the session in which Semel
 * claims: one transaction hands out one session of each data source, so that two sessions are two
 * data sources, and two branches of which only one is Semel's.
 */
public final class UnitInspection implements Inspection {

  /**
   * A number of a process is unique on one server only, so that the server's start goes with it.
   */
  private static final String SESSION =
      """
      SELECT pg_backend_pid() || ' of ' || pg_postmaster_start_time() AS session
      """;

  private final Jdbc jdbc;
  private final String ours;
  private final List<Unit> units;
  private final Faults faults;

  /**
   * A persistence unit.
   *
   * @param name its name
   * @param described how it says where it writes, for people
   * @param dataSource through which it writes; empty if it takes part in no transaction of the
   *     server, or names a data source that is not there
   */
  public record Unit(String name, String described, Optional<DataSource> dataSource) {}

  /**
   * An inspection of these units.
   *
   * @param jdbc over the data source with Semel's tables
   * @param ours JNDI name of that data source
   * @param faults tells faults that pass from faults that stay
   */
  public UnitInspection(Jdbc jdbc, String ours, List<Unit> units, Faults faults) {
    this.jdbc = jdbc;
    this.ours = ours;
    this.units = List.copyOf(units);
    this.faults = faults;
  }

  @Override
  public List<Refusal> refusals() {
    List<Refusal> refusals = new ArrayList<>();
    if (!units.isEmpty()) {
      String session = session(jdbc);
      units.stream().filter(unit -> !isIn(session, unit)).map(this::refusal).forEach(refusals::add);
    }
    return refusals;
  }

  /** What cannot be asked, because it is away, may be asked later. */
  private boolean isIn(String session, Unit unit) {
    try {
      return unit.dataSource().map(Jdbc::new).map(UnitInspection::session).stream()
          .anyMatch(session::equals);
    } catch (StoreException e) {
      if (faults.ofAll(e).passes()) {
        throw e;
      }
      return false; // another database, or one that cannot join this transaction
    }
  }

  private static String session(Jdbc jdbc) {
    return jdbc.query("ask for the session", SESSION, binds -> {}, row -> row.getString("session"))
        .get(0);
  }

  private Refusal refusal(Unit unit) {
    return new Refusal(
        Code.UNIT_ELSEWHERE,
        "The persistence unit "
            + unit.name()
            + " ("
            + unit.described()
            + ") does not write in the session in which Semel claims ("
            + ours
            + "): a route's writes through it may stay although its message is redelivered, or be lost although its message is"
            + " gone.",
        "Let its jta-data-source be "
            + ours
            + ", or name it in semel.other-persistence-units if no consumer's route writes through it.");
  }
}
