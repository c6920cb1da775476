// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import jakarta.jms.JMSException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.api.core.management.SimpleManagement;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;

/** Asks a running Artemis that wants no login, by a connection of its own for each question. */
record ArtemisManagement(String url) {

  /** Messages and consumers of a queue. */
  ClientSession.QueueQuery queue(String name) {
    return withSession(session -> session.queueQuery(SimpleString.of(name)));
  }

  /** A durable queue at an address of its name. */
  void addQueue(String name) {
    SimpleString address = SimpleString.of(name);
    withSession(
        session -> {
          session.createAddress(address, RoutingType.ANYCAST, false);
          session.createQueue(
              QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST).setDurable(true));
          return address;
        });
  }

  /** How many messages of a queue are with consumers: received, or fetched ahead. */
  int inDelivery(String queue) {
    return managed(management -> management.getDeliveringCountOnQueue(queue));
  }

  /** How many are connected, this one included. */
  int connections() {
    return managed(
        management -> management.simpleManagementInt(ResourceNames.BROKER, "getConnectionCount"));
  }

  void setPaused(String queue, boolean paused) {
    managed(
        management -> {
          management.simpleManagementVoid(ResourceNames.QUEUE + queue, paused ? "pause" : "resume");
          return queue;
        });
  }

  @FunctionalInterface
  private interface SessionQuestion<T> {
    T ask(ClientSession session) throws ActiveMQException;
  }

  private <T> T withSession(SessionQuestion<T> question) {
    try (var factory = new ActiveMQConnectionFactory(url + "?reconnectAttempts=0");
        ActiveMQConnection connection = (ActiveMQConnection) factory.createConnection()) {
      return question.ask(((ActiveMQSession) connection.createSession()).getCoreSession());
    } catch (JMSException | ActiveMQException e) {
      throw new IllegalStateException(e);
    }
  }

  @FunctionalInterface
  private interface ManagementQuestion<T> {
    T ask(SimpleManagement management) throws Exception;
  }

  private <T> T managed(ManagementQuestion<T> question) {
    try {
      SimpleManagement management = new SimpleManagement(url, "", "").open();
      try {
        return question.ask(management);
      } finally {
        management.close();
      }
    } catch (Exception e) { // as the client's code declares it
      throw new IllegalStateException(e);
    }
  }
}
