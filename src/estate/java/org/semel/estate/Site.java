// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

/**
 * A server with the broker that its applications receive from: inside a WildFly, in a process of
 * its own beside a Liberty.
 */
public interface Site extends AutoCloseable {

  AppServer server();

  BrokerView broker();

  /** A producer elsewhere, which sends to a queue of the broker. */
  Producer producer(String queue);

  /** Starts both, and waits until they are up. */
  void start();

  /** How many branches the broker has prepared; to be asked while the server is dead. */
  int preparedByTheDead();

  @Override
  void close();
}
