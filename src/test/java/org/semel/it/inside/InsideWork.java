// SPDX-License-Identifier: Apache-2.0
package org.semel.it.inside;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.camel.Body;
import org.semel.it.trouble.Mark;

/** Leaves a mark, through JPA, and notes what it sees around it. */
@ApplicationScoped
public class InsideWork {

  private static final String TRANSACTION = "SELECT CAST(pg_current_xact_id() AS text)";

  private final Map<String, Sight> sights = new ConcurrentHashMap<>();

  @PersistenceContext private EntityManager entities;

  /**
   * What a route's work sees.
   *
   * @param ofJpa the database's transaction, through the entity manager
   * @param ofJdbc the same, through the data source under its name
   * @param application whose names the thread looks up
   * @param classes whose classes the thread loads
   */
  public record Sight(String ofJpa, String ofJdbc, String application, ClassLoader classes) {}

  @SuppressWarnings("BanJNDI") // the name is a constant
  public String mark(@Body String key) throws SQLException, NamingException {
    entities.persist(new Mark(key, "inside"));
    entities.flush();
    sights.put(
        key,
        new Sight(
            String.valueOf(entities.createNativeQuery(TRANSACTION).getSingleResult()),
            transaction(),
            InitialContext.doLookup("java:app/AppName"),
            Thread.currentThread().getContextClassLoader()));
    return key;
  }

  @SuppressWarnings("BanJNDI") // the name is a constant
  private static String transaction() throws SQLException, NamingException {
    DataSource dataSource = InitialContext.doLookup("jdbc/semel");
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(TRANSACTION)) {
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
