// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Message;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;

/** Parks dead letters, with a line in the audit for each transaction. */
final class DeadLetterParking {

  private final OperatorTransactions transactions;
  private final ParkedStore parked;
  private final Replayer replayer;

  DeadLetterParking(OperatorTransactions transactions, ParkedStore parked, Replayer replayer) {
    this.transactions = transactions;
    this.parked = parked;
    this.replayer = replayer;
  }

  /**
   * In the caller's transaction. How many there were.
   *
   * @throws BodyNotKept if more of one is with the broker than could be parked
   */
  Decision<Integer> park(List<Arrival> arrivals, String consumer, OperatorContext by) {
    if (arrivals.isEmpty()) {
      return Decision.discard(0);
    }
    parked.park(arrivals.stream().map(arrival -> parked(arrival, consumer)).toList());
    AuditEntry.Subject subject = new AuditEntry.Subject("consumer " + consumer, Optional.empty());
    transactions.write(
        new AuditEntry(by, Act.TAKE_IN, subject, arrivals.size() + " dead letters taken in"));
    return Decision.commit(arrivals.size());
  }

  private ParkedMessage parked(Arrival arrival, String consumer) {
    Message message = arrival.message();
    if (arrival instanceof Arrival.Refused refused) {
      if (!refused.verdict().reason().keepsTheBody()) {
        throw new BodyNotKept(consumer, refused);
      }
      return new ParkedMessage(consumer, message, refused.verdict(), IdentityEvidence.unknown());
    }
    Verdict verdict = new Verdict(ParkingReason.DEAD_LETTERED, "the broker had given up on it");
    IdentityEvidence evidence =
        replayer
            .offer(consumer, message)
            .map(IdentityEvidence::of)
            .orElseGet(IdentityEvidence::unknown);
    return new ParkedMessage(consumer, message, verdict, evidence);
  }
}
