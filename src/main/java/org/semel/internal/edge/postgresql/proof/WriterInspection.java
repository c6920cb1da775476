// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.semel.Code;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.tx.Faults;

/**
 * Inspects whether a part of the application writes in the session in which Semel claims: one
 * transaction hands out one session of each data source, so that two sessions are two data sources,
 * and two branches of which only one is Semel's.
 */
public final class WriterInspection implements Inspection {

  /**
   * A number of a process is unique on one server only, so that the server's start goes with it.
   */
  private static final String SESSION =
      """
      SELECT pg_backend_pid() || ' of ' || pg_postmaster_start_time() AS session
      """;

  private final Jdbc jdbc;
  private final String ours;
  private final WritingPart writer;
  private final Faults faults;

  /**
   * Something that writes.
   *
   * @param code of its refusal
   * @param name what it is and how it says where it writes, as the beginning of a sentence
   * @param session answers where it would write, in the caller's transaction
   * @param remedy what to do where that is not Semel's session, for people
   */
  public record WritingPart(Code code, String name, Session session, String remedy) {}

  /** Puts a question to the database in the way in which something writes. */
  @FunctionalInterface
  public interface Session {

    /** It takes part in no transaction of the server. */
    Session NONE = query -> Optional.empty();

    /**
     * The text that the query returns; empty if what writes takes part in no transaction of the
     * server, or no one can ask it.
     */
    Optional<String> answer(String query);

    /** Of what writes through this data source. */
    static Session of(DataSource dataSource) {
      return query ->
          new Jdbc(dataSource)
              .query("ask for the session", query, binds -> {}, row -> row.getString(1)).stream()
                  .findFirst();
    }
  }

  /**
   * An inspection of this writer.
   *
   * @param jdbc over the data source with Semel's tables
   * @param ours JNDI name of that data source
   * @param faults tells faults that pass from faults that stay
   */
  public WriterInspection(Jdbc jdbc, String ours, WritingPart writer, Faults faults) {
    this.jdbc = jdbc;
    this.ours = ours;
    this.writer = writer;
    this.faults = faults;
  }

  @Override
  public List<Refusal> refusals() {
    String session =
        jdbc.query("ask for the session", SESSION, binds -> {}, row -> row.getString(1)).get(0);
    return isIn(session) ? List.of() : List.of(refusal());
  }

  /**
   * Whether the writer writes in this session. If it cannot be asked because its database is away,
   * the fault is thrown, and it is asked later.
   */
  private boolean isIn(String session) {
    try {
      return writer.session().answer(SESSION).filter(session::equals).isPresent();
    } catch (RuntimeException e) {
      if (faults.ofAll(e).passes()) {
        throw e;
      }
      return false; // another database, or one that cannot join this transaction
    }
  }

  private Refusal refusal() {
    return new Refusal(
        writer.code(),
        writer.name()
            + " does not write in the session in which Semel claims ("
            + ours
            + "): a route's writes through it may stay although its message is redelivered, or be lost although its message is"
            + " gone.",
        writer.remedy());
  }
}
