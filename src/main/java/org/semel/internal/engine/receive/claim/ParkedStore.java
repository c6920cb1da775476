// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.List;

/**
 * Keeps messages that wait for a person. Called inside the transaction that consumes them from the
 * broker.
 */
@FunctionalInterface
public interface ParkedStore {

  /**
   * Parks these messages. Parking the same identity with the same body for the same reason again
   * changes nothing: a conflicting message that is itself delivered twice is one case for the
   * operator, not two.
   */
  void park(List<ParkedMessage> messages);
}
