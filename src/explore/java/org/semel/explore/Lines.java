// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.remoting.Connection;
import org.semel.small.Broker;

/** All that an application has open with the broker, so that it can end at once. */
final class Lines {

  private final Broker broker;
  private final List<jakarta.jms.Connection> connections = new CopyOnWriteArrayList<>();
  private final Set<Xid> branches = ConcurrentHashMap.newKeySet();
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();

  Lines(Broker broker) {
    this.broker = broker;
  }

  void connected(jakarta.jms.Connection connection) {
    connections.add(connection);
  }

  /** A branch of the broker's. */
  void begun(Xid branch) {
    branches.add(branch);
  }

  /** Ends a connection as the end of its process does. */
  void cut(jakarta.jms.Connection connection) {
    wire(connection).ifPresent(Connection::forceClose);
  }

  /** The same, of all. */
  void cut() {
    List<Connection> wires = connections.stream().flatMap(one -> wire(one).stream()).toList();
    sessions.addAll(
        broker.sessionsFrom(
            wires.stream()
                .map(wire -> Broker.port(wire.getLocalAddress()))
                .collect(Collectors.toSet())));
    wires.forEach(Connection::forceClose);
  }

  private static Optional<Connection> wire(jakarta.jms.Connection connection) {
    try {
      return connection instanceof ActiveMQConnection real
          ? Optional.ofNullable(real.getSessionFactory().getConnection())
              .map(RemotingConnection::getTransportConnection)
          : Optional.empty();
    } catch (IllegalStateException closed) {
      return Optional.empty();
    }
  }

  /**
   * All that is left of the connections ends, and what the broker has not prepared: it would keep
   * that until its time is up.
   */
  void end() {
    try {
      for (jakarta.jms.Connection connection : connections) {
        connection.close();
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    connections.clear();
    broker.loses(sessions);
    branches.forEach(broker::endsUnprepared);
  }
}
