// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.List;

/** Handles messages inside the transaction that has claimed their identities. */
@FunctionalInterface
public interface ClaimedHandler {

  /**
   * Handles messages in the caller's transaction.
   *
   * @param ours in the order of arrival
   * @return what each came to if the transaction commits, in the order of {@code ours}
   * @throws HandlingFailed if one of them failed, so that everything must be undone
   */
  List<Receipt> handle(List<IdentifiedMessage> ours);

  /**
   * The same without any route, for transactions that roll back: what the messages would come to,
   * were no route to fail. A handler that calls a route must override this.
   */
  default ClaimedHandler rehearsed() {
    return this;
  }
}
