// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

/** What demo and tests ask of a broker, be it inside a server or in a process of its own. */
public interface BrokerView {

  /** How many messages are in a queue, those being delivered included. */
  long messages(String queue);

  /** How many consume from a queue. */
  int consumers(String queue);

  /** How many are connected to it: recovery, producers elsewhere, and who asks, too. */
  int connections();

  /** How many transactions it has prepared and waits to be told the end of. */
  int prepared();

  /** Whether a queue hands out nothing, while it still takes what is sent to it. */
  void setPaused(String queue, boolean paused);

  /** Creates a queue whose messages come back soon and are never given up. */
  void addQueue(String name);
}
