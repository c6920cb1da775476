// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * The user's route. Called once for each claimed message, inside the transaction, on its thread.
 */
@FunctionalInterface
public interface Handler {

  /**
   * Does what the message asks. All that it writes through the server's data sources holds with the
   * claim or not at all.
   *
   * @param message with only those headers that the policy admits
   * @throws Exception to undo everything; any {@link Throwable} does
   */
  void handle(Message message, Identity identity) throws Exception;
}
