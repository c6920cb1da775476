// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.util.List;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;

/**
 * What is in doubt in one database, as one node sees it.
 *
 * @param transactions prepared ones, those of other applications included; the oldest first, and
 *     500 at the most
 * @param log whether this node's transaction manager shows its log
 * @param broker whether the broker's prepared branches can be seen
 */
public record InDoubtReport(
    List<InDoubtTransaction> transactions, Visibility log, Visibility broker) {

  public InDoubtReport {
    transactions = List.copyOf(transactions);
  }
}
