// SPDX-License-Identifier: Apache-2.0
package org.semel.it.inside;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.transaction.TransactionManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.semel.internal.edge.server.JndiServer;
import org.semel.internal.edge.server.Server;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/** The server on which the caller runs, as Semel finds it, and what tests ask of its resources. */
public final class InsideServer {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Server server;

  private InsideServer(Server server) {
    this.server = server;
  }

  public static InsideServer here() {
    return new InsideServer(JndiServer.here(PATIENCE, new Gate()));
  }

  public ServerPlatform platform() {
    return server.platform();
  }

  public TransactionManager transactions() {
    return server.transactionManager();
  }

  public ThreadFactory threads() {
    return server.threads();
  }

  /** Outside any transaction. */
  public void send(String queue, String key) throws JMSException {
    try (Connection connection = broker().createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      TextMessage message = session.createTextMessage(key);
      message.setStringProperty("key", key);
      session.createProducer(session.createQueue(queue)).send(message);
    }
  }

  /** In the caller's transaction. */
  public Message receive(String queue) throws JMSException {
    try (Connection connection = broker().createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
        return consumer.receive(PATIENCE.toMillis());
      }
    }
  }

  /** What the first column has. */
  public List<String> column(String sql, String... values) throws SQLException {
    DataSource database = server.dataSource("jdbc/semel");
    try (java.sql.Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      List<String> column = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          column.add(rows.getString(1));
        }
      }
      return column;
    }
  }

  /** How many branches of a transaction the database has prepared; the names are the driver's. */
  public int preparedInDatabase(GlobalTransaction transaction) throws SQLException {
    String beginning =
        transaction.format() + "_" + Base64.getEncoder().encodeToString(transaction.id()) + "_";
    return column("SELECT gid FROM pg_prepared_xacts WHERE starts_with(gid, ?)", beginning).size();
  }

  /** How many the broker has; the pooled factories of both servers show them. */
  public int preparedInBroker(GlobalTransaction transaction) throws JMSException, XAException {
    try (XAConnection connection = ((XAConnectionFactory) broker()).createXAConnection()) {
      XAResource broker = connection.createXASession().getXAResource();
      return (int)
          Arrays.stream(broker.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
              .map(xid -> new GlobalTransaction(xid.getFormatId(), xid.getGlobalTransactionId()))
              .filter(transaction::equals)
              .count();
    }
  }

  private ConnectionFactory broker() {
    return server.connectionFactory("jms/semelXA");
  }
}
