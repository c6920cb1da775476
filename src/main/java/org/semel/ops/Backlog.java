// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.List;

/**
 * What waits. Costs as much as there is backlog, however much was done before. Joins the caller's
 * transaction.
 */
public interface Backlog {

  /** Per consumer: parked messages by reason, and messages that failed and come again. */
  List<Pile> messages();

  /** Per destination: intents that are pending, leased or parked. */
  List<Pile> intents();
}
