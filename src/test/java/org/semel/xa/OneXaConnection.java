// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** One connection of our XA data source, used as a pool and a transaction manager use it. */
abstract class OneXaConnection {

  final Xid xid = new HandmadeXid(UUID.randomUUID().toString());
  Postgres postgres;
  XAConnection physical;
  XAResource resource;
  Connection connection;
  private int backend;

  @BeforeEach
  final void connect() throws SQLException {
    postgres = database();
    physical = open();
    resource = physical.getXAResource();
    connection = physical.getConnection();
    backend = ask("SELECT pg_backend_pid()");
  }

  final XAConnection open() throws SQLException {
    return source().getXAConnection();
  }

  final PostgresXADataSource source() {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(url());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    return database;
  }

  Postgres database() {
    return SmallServer.shared().postgres();
  }

  String url() {
    return postgres.jdbcUrl();
  }

  @AfterEach
  final void disconnect() throws SQLException {
    physical.close();
  }

  final int ask(String sql) throws SQLException {
    return ask(connection, sql);
  }

  static int ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** As a transaction manager does, which says with {@code flag} why the branch ends. */
  final void rollBack(int flag) {
    try {
      resource.end(xid, flag);
      resource.rollback(xid);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Keeps what a pool is told of broken connections. */
  static ConnectionEventListener listener(List<ConnectionEvent> told) {
    return new ConnectionEventListener() {
      @Override
      public void connectionClosed(ConnectionEvent event) {}

      @Override
      public void connectionErrorOccurred(ConnectionEvent event) {
        told.add(event);
      }
    };
  }

  /** What the database says that it does; empty if it has gone. */
  final String state() {
    return String.join(
        "", postgres.texts("SELECT state FROM pg_stat_activity WHERE pid = " + backend));
  }
}
