// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One node's view of what is in doubt: in its database, at the brokers from which its consumers
 * receive by XA, and in its transaction manager's log. Those of other applications are among it.
 * Branches of one transaction have the same global id.
 *
 * @param transactions prepared in the database now, the oldest first, and 500 at the most
 * @param atBrokers prepared at a broker when this node looked last
 * @param inLog decided to commit, and not at their end, by the same look
 * @param lookAge how old that look is, 0 or more, also where it is too old to be told; empty if
 *     this node has not looked yet
 * @param log whether this node's transaction manager shows its log
 * @param brokers whether each broker shows what it has prepared; none if no consumer here receives
 *     by XA
 */
public record InDoubtReport(
    List<InDoubtTransaction> transactions,
    List<PreparedAtBroker> atBrokers,
    List<UnfinishedDecision> inLog,
    Optional<Duration> lookAge,
    ResourceSight log,
    List<ResourceSight> brokers) {

  public InDoubtReport {
    transactions = List.copyOf(transactions);
    atBrokers = List.copyOf(atBrokers);
    inLog = List.copyOf(inLog);
    brokers = List.copyOf(brokers);
  }
}
