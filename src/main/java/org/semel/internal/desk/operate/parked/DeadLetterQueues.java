// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.util.Set;
import org.semel.internal.engine.receive.MessageSource;

/** The queues into which a broker puts messages that it has given up on. */
@FunctionalInterface
public interface DeadLetterQueues {

  /**
   * Opens a source of dead letters that were meant for {@code consumer}, and leaves those alone
   * that were meant for others.
   *
   * @param queue the broker's dead-letter queue, by the name that the broker knows it by
   * @param without the broker's ids of messages that are to be left there
   */
  MessageSource open(String consumer, String queue, Set<String> without);
}
