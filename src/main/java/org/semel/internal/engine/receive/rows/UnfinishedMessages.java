// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.HandlingAlone;
import org.semel.internal.engine.receive.batch.OutageCircuit;
import org.semel.internal.engine.receive.batch.StoredRunResult;

/**
 * Leased messages that a worker did not finish: those that a fault which passes has stopped while
 * they were alone, and those that were not begun. One round's; not shared.
 */
final class UnfinishedMessages {

  private final OutageCircuit outage;
  private final List<LeasedMessage> own = new ArrayList<>();
  private final List<LeasedMessage> excused = new ArrayList<>();
  private final List<LeasedMessage> waiting = new ArrayList<>();
  private Optional<Throwable> cause = Optional.empty();
  private int inARow;

  /** None yet. */
  UnfinishedMessages(OutageCircuit outage) {
    this.outage = outage;
  }

  /** One was stopped; that is held against it only if it is the message's own trouble. */
  void stopped(LeasedMessage one, StoredRunResult.Unfinished by) {
    outage.stopped();
    (outage.isOwn(one.identity(), by.line().bound()) ? own : excused).add(one);
    cause = cause.or(() -> Optional.of(by.cause()));
    inARow++;
  }

  void wentWell() {
    inARow = 0;
  }

  /** Whether so many stops in a row show an outage. */
  boolean isOutage() {
    return inARow >= HandlingAlone.STOPS_THAT_TELL;
  }

  void notBegun(List<LeasedMessage> rest) {
    waiting.addAll(rest);
  }

  /**
   * Gives all of them back, and says what the work came to. Messages that were not begun come again
   * before those that were stopped: so each has its turn, however many are stopped always.
   */
  BatchResult giveBack(StoredFailureHandler failures, List<Receipt> receipts) {
    List<LeasedMessage> others = new ArrayList<>(waiting);
    others.addAll(excused);
    if (own.isEmpty() && others.isEmpty()) {
      return new BatchResult.BatchCommitted(receipts);
    }
    Optional<Throwable> unwritten = failures.giveBack(own, others);
    Optional<Throwable> fault = cause.or(() -> unwritten);
    if (fault.isEmpty()) {
      return new BatchResult.BatchCommitted(receipts);
    }
    failures.report(receipts);
    unwritten.filter(second -> second != fault.get()).ifPresent(fault.get()::addSuppressed);
    return receipts.stream().anyMatch(Receipt::isNew)
        ? new BatchResult.Hindered(fault.get())
        : new BatchResult.TransientFault(fault.get());
  }
}
