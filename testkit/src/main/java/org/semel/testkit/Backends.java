// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/**
 * The kit's database server and broker, as an application reaches them.
 *
 * @param databases address of the database server, up to the name of a database
 * @param broker address of the broker
 */
record Backends(String databases, String broker) {

  private static final String OPTIONS = "?consumerWindowSize=0&reconnectAttempts=0";

  String url(String database) {
    return databases + database;
  }

  ActiveMQXAConnectionFactory branching() {
    return new ActiveMQXAConnectionFactory(broker + OPTIONS);
  }

  ActiveMQConnectionFactory plain() {
    return new ActiveMQConnectionFactory(broker + OPTIONS);
  }
}
