// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate;

import java.util.List;
import org.semel.operations.BacklogCount;

/**
 * Counts what waits. Costs as much as there is backlog, however much was done before. Joins the
 * caller's transaction.
 */
public interface Backlog {

  /**
   * Per consumer: parked messages by reason, messages that failed and come again ({@code
   * RETRYING}), stored messages by their stage ({@code RECEIVED} and so on), messages that wait for
   * a version before theirs ({@code HELD}) and aggregates of which a version is missing ({@code
   * GAP_OPEN}).
   */
  List<BacklogCount> messages();

  /** Per destination: intents that are pending, leased or parked. */
  List<BacklogCount> intents();
}
