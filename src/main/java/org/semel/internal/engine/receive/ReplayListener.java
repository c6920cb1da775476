// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import org.semel.message.Message;

/**
 * Hears of messages that persons have handed in again. Called on the thread of the act, once its
 * transaction has committed, and must not throw.
 */
@FunctionalInterface
public interface ReplayListener {

  /**
   * A message took effect, or is stored and takes effect later.
   *
   * @param occasion whether that is its first effect
   * @param suppressed intents that were not recorded
   */
  void replayed(String consumer, Message message, Occasion occasion, int suppressed);
}
