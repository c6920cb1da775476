// SPDX-License-Identifier: Apache-2.0
package org.semel.it.inside;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.camel.Body;
import org.semel.Semel;
import org.semel.it.trouble.Mark;

/** Leaves a mark, through JPA, and notes what it sees around it. */
@ApplicationScoped
public class InsideWork {

  /** Of the database, which tells one server from another. */
  public static final String START = "SELECT CAST(pg_postmaster_start_time() AS text)";

  private static final String TRANSACTION = "SELECT CAST(pg_current_xact_id() AS text)";

  private final Map<String, Sight> sights = new ConcurrentHashMap<>();

  @PersistenceContext private EntityManager entities;
  @Inject @Semel private DataSource semels;

  private final CompletableFuture<String> onATimer = new CompletableFuture<>();

  /**
   * What a route's work sees.
   *
   * @param ofJpa the database's transaction, through the entity manager
   * @param ofJdbc the same, through the data source under its name
   * @param ofSemels the same, through the data source that Semel gives
   * @param application whose names the thread looks up
   * @param classes whose classes the thread loads
   */
  public record Sight(
      String ofJpa, String ofJdbc, String ofSemels, String application, ClassLoader classes) {}

  @SuppressWarnings("BanJNDI") // the name is a constant
  public String mark(@Body String key) throws SQLException, NamingException {
    entities.persist(new Mark(key, "inside"));
    entities.flush();
    sights.put(
        key,
        new Sight(
            String.valueOf(entities.createNativeQuery(TRANSACTION).getSingleResult()),
            answer(InitialContext.doLookup("jdbc/semel"), TRANSACTION),
            answer(semels, TRANSACTION),
            InitialContext.doLookup("java:app/AppName"),
            Thread.currentThread().getContextClassLoader()));
    return key;
  }

  /** Called on a thread of Camel's own. */
  public void tick() throws SQLException {
    onATimer.complete(answer(semels, START));
  }

  /** When the database started that is behind Semel's data source on a thread of Camel's own. */
  public CompletableFuture<String> onATimer() {
    return onATimer;
  }

  private static String answer(DataSource dataSource, String query) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  /** What the work of this message has seen; null if it has not run. */
  public Sight sight(String key) {
    return sights.get(key);
  }

  /** Of the persistence unit. */
  public Class<?> provider() {
    return entities.getEntityManagerFactory().getClass();
  }
}
