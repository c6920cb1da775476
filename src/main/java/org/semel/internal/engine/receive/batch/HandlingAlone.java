// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.tx.Decision;

/**
 * Those of a batch that are handled alone, one after the other, each in a transaction of its own,
 * of the database alone. Once that has committed, the message is as good as a duplicate: should the
 * batch roll back, its next delivery is absorbed. One batch's; not shared.
 */
public final class HandlingAlone {

  /** The number of stops in a row that show an outage, and not the fault of a message. */
  public static final int STOPS_THAT_TELL = 3;

  private final Function<Arrival, BatchResult> alone;
  private final long until;
  private final List<Receipt> receipts = new ArrayList<>();
  private final List<Arrival> left = new ArrayList<>();
  private Optional<BatchResult> because = Optional.empty();
  private boolean begun;
  private boolean stopped;
  private int stops;

  /**
   * None yet.
   *
   * @param alone handles one in a transaction of its own
   * @param time after which no further one is begun
   */
  HandlingAlone(Function<Arrival, BatchResult> alone, Duration time) {
    this.alone = alone;
    this.until = System.nanoTime() + time.toNanos();
  }

  /**
   * The decision on a transaction of one message alone. A message that is parked without a claim,
   * or with one that is not remembered, would be parked again at its next delivery, or begin its
   * attempts anew. So the transaction is undone, and the message is parked in the batch, with its
   * receipt.
   */
  static Decision<List<Receipt>> ifAbsorbed(List<Receipt> receipts, boolean remembered) {
    return receipts.stream()
            .flatMap(receipt -> receipt.toPark().stream())
            .allMatch(parked -> remembered && parked.evidence().holdsClaim())
        ? Decision.commit(receipts)
        : Decision.discard(receipts);
  }

  /** Handles these, until an outage shows or the time is up; one at least, so that all get on. */
  void handle(List<Arrival> arrivals) {
    for (Arrival arrival : arrivals) {
      if (isOutage() || (begun && System.nanoTime() - until > 0)) {
        because = because.or(() -> Optional.of(new BatchResult.Idle()));
        return;
      }
      begun = true;
      note(arrival, alone.apply(arrival));
    }
  }

  private void note(Arrival arrival, BatchResult result) {
    if (result instanceof BatchResult.Idle) {
      left.add(arrival);
      return;
    }
    if (result instanceof BatchResult.BatchCommitted done) {
      receipts.addAll(done.receipts());
      stops = 0;
      return;
    }
    boolean fails = result instanceof BatchResult.PermanentFault;
    stopped |= !fails;
    stops = fails ? 0 : stops + 1;
    because = fails && !isFailed() ? Optional.of(result) : because.or(() -> Optional.of(result));
  }

  private boolean isFailed() {
    return because.filter(BatchResult.PermanentFault.class::isInstance).isPresent();
  }

  private boolean isOutage() {
    return stops >= STOPS_THAT_TELL;
  }

  /** Whether one was stopped by a fault that passes, so that it is worth knowing who else is. */
  boolean isStopped() {
    return stopped;
  }

  /** The receipts of those that were handled. */
  List<Receipt> receipts() {
    return receipts;
  }

  /** The messages of which nothing became alone; the batch handles them. */
  List<Arrival> left() {
    return left;
  }

  /**
   * The result of the batch if one of these could not be handled, or was not begun; empty if all
   * were handled. A batch that committed then would take from the queue messages that no one has
   * handled.
   */
  Optional<BatchResult.Aborted> aborted() {
    return because.map(first -> new BatchResult.Aborted(receipts, first));
  }
}
