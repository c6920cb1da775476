// SPDX-License-Identifier: Apache-2.0
package org.semel.it.stored;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.camel.ExchangeProperty;
import org.semel.message.Identity;

/** Leaves a row for each step that has run, and for each version of an aggregate. */
@ApplicationScoped
public class StoredWork {

  /** Nothing is unique in it, so that what is done twice is seen. */
  public static final String DDL =
      """
      CREATE TABLE IF NOT EXISTS stored_mark (key text NOT NULL, step text NOT NULL);
      CREATE TABLE IF NOT EXISTS version_mark (key text NOT NULL, seq bigint GENERATED ALWAYS AS IDENTITY);
      GRANT ALL ON stored_mark, version_mark TO semel;
      """;

  public void first(@ExchangeProperty("SemelIdentity") Identity identity) throws SQLException {
    write("INSERT INTO stored_mark VALUES (?, 'first')", identity.key());
  }

  public void second(@ExchangeProperty("SemelIdentity") Identity identity) throws SQLException {
    write("INSERT INTO stored_mark VALUES (?, 'second')", identity.key());
  }

  public void version(@ExchangeProperty("SemelIdentity") Identity identity) throws SQLException {
    write("INSERT INTO version_mark (key) VALUES (?)", identity.key());
  }

  private static void write(String sql, String key) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, key);
      insert.executeUpdate();
    }
  }

  /** By a name that each server knows. */
  @SuppressWarnings("BanJNDI") // the name is no user's input
  private static Connection connection() throws SQLException {
    try {
      return InitialContext.<DataSource>doLookup("jdbc/semel").getConnection();
    } catch (NamingException e) {
      throw new IllegalStateException(e);
    }
  }
}
