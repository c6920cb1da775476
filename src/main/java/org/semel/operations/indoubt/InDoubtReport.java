// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.util.List;

/**
 * What is in doubt, as one node sees it: in its database, at the brokers from which its consumers
 * receive by XA, and in its transaction manager's log. Those of other applications are among it.
 * Branches of one transaction have the same global id.
 *
 * @param transactions prepared in the database now, the oldest first, and 500 at the most
 * @param atBrokers prepared at a broker when this node looked last, a few seconds ago
 * @param inLog decided to commit, and not at their end, by the same look
 * @param log whether this node's transaction manager shows its log
 * @param brokers whether each broker shows what it has prepared; none if no consumer here receives
 *     by XA
 */
public record InDoubtReport(
    List<InDoubtTransaction> transactions,
    List<PreparedAtBroker> atBrokers,
    List<UnfinishedDecision> inLog,
    ResourceSight log,
    List<ResourceSight> brokers) {

  public InDoubtReport {
    transactions = List.copyOf(transactions);
    atBrokers = List.copyOf(atBrokers);
    inLog = List.copyOf(inLog);
    brokers = List.copyOf(brokers);
  }
}
