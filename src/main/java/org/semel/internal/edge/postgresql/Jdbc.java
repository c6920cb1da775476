// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Runs statements over the server's data source. Inside a transaction the server hands out the same
 * physical connection every time, to us and to JPA alike, so that there is one branch; closing
 * gives back the handle only.
 *
 * <p>Others who share the connection may have set its {@code search_path}; so each statement names
 * the schema of Semel's tables by the sign that {@link TableSchema} stands for.
 */
public final class Jdbc {

  private final DataSource dataSource;
  private final TableSchema schema;
  private final Optional<String> joining;
  private final Silence silence;
  private final DatabaseText text = new DatabaseText();

  /** The same, with the tables on its path. */
  public Jdbc(DataSource dataSource) {
    this(dataSource, TableSchema.onThePath());
  }

  /** Over a data source that joins a transaction as soon as it hands out a connection. */
  public Jdbc(DataSource dataSource, TableSchema schema) {
    this(dataSource, schema, Optional.empty(), new Silence(System::nanoTime));
  }

  private Jdbc(
      DataSource dataSource, TableSchema schema, Optional<String> joining, Silence silence) {
    this.dataSource = dataSource;
    this.schema = schema;
    this.joining = joining;
    this.silence = silence;
  }

  /** Over one that joins at the first statement on the connection. */
  public static Jdbc joiningByStatement(DataSource dataSource, TableSchema schema) {
    return new Jdbc(
        dataSource,
        schema,
        Optional.of("SELECT " + Flush.AT_COMMIT),
        new Silence(System::nanoTime));
  }

  /** Binds the parameters of one statement. */
  @FunctionalInterface
  public interface Binder {
    void bind(Binds binds) throws SQLException;
  }

  /** Makes something of one row. */
  @FunctionalInterface
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * Brings the database into the caller's transaction, with no more than that takes.
   *
   * @throws StoreException if there is no connection
   */
  public void join() {
    try (Connection connection = dataSource.getConnection()) {
      if (joining.isPresent()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(joining.get());
          silence.answered();
        }
      }
    } catch (SQLException e) {
      throw failed("get a database connection", e);
    }
  }

  /** The result of the search for the schema of the tables. */
  public TableSchema.Search schema() {
    try (Connection connection = dataSource.getConnection()) {
      return schema.search(connection);
    } catch (SQLException e) {
      throw failed("search for the schema of the tables", e);
    }
  }

  /**
   * Runs a statement that returns rows.
   *
   * @param sql names the schema of a table as <code>{schema}.</code>
   * @param act what it does, to complete an error message
   */
  public <T> List<T> query(String act, String sql, Binder binder, Row<T> row) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(schema.in(sql, connection))) {
      binder.bind(new Binds(statement, text));
      try (ResultSet rows = statement.executeQuery()) {
        List<T> read = new ArrayList<>();
        while (rows.next()) {
          read.add(row.read(rows));
        }
        silence.answered();
        return read;
      }
    } catch (SQLException e) {
      throw failed(act, e);
    }
  }

  /**
   * Runs a statement that changes rows.
   *
   * @param act what it does, to complete an error message
   * @return how many rows it changed
   */
  public int update(String act, String sql, Binder binder) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(schema.in(sql, connection))) {
      binder.bind(new Binds(statement, text));
      int changed = statement.executeUpdate();
      silence.answered();
      return changed;
    } catch (SQLException e) {
      throw failed(act, e);
    }
  }

  private StoreException failed(String act, SQLException fault) {
    silence.failed(fault);
    return new StoreException(act, fault);
  }

  /**
   * The time for which the database has not answered these statements; empty while it answers. Asks
   * it nothing.
   */
  public Optional<Duration> silence() {
    return silence.lasts();
  }

  /**
   * Whether a view is to ask it: it answers, or no one has tried for two seconds. A pool may let
   * each who asks wait for long.
   */
  public boolean isWorthAsking() {
    return silence.isWorthAsking();
  }
}
