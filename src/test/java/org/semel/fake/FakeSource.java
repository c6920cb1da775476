// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Outcome;
import org.semel.message.Message;
import org.semel.message.Origin;

/**
 * A queue in memory: what is received in a transaction that rolls back stands in front again, its
 * deliveries counted.
 */
public final class FakeSource implements MessageSource {

  private final Deque<Arrival> queue = new ArrayDeque<>();
  private final FakeTransactions transactions;
  private final Semaphore arrived = new Semaphore(0);
  private Set<String> without = Set.of();
  private RuntimeException outage;
  private int received;
  private final List<Outcome> ended = new ArrayList<>();
  private List<Arrival> latest = List.of();
  private Optional<Exception> unacknowledged = Optional.empty();

  public FakeSource(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  public synchronized void add(Message... messages) {
    for (Message message : messages) {
      queue.add(new Arrival.Copied(message));
    }
    arrived.release();
  }

  public synchronized void add(Arrival arrival) {
    queue.add(arrival);
  }

  /** Makes every receipt fail with {@code fault}, until it is null. */
  public synchronized void outage(RuntimeException fault) {
    outage = fault;
  }

  /** Makes every acknowledgement fail with {@code fault}, until it is empty. */
  public synchronized void unacknowledged(Optional<Exception> fault) {
    unacknowledged = fault;
  }

  /** The same, which hands out none of these broker's ids. */
  public synchronized FakeSource without(Set<String> left) {
    without = Set.copyOf(left);
    return this;
  }

  public synchronized int size() {
    return queue.size();
  }

  public synchronized int received() {
    return received;
  }

  /** How each pass has ended, in their order. */
  public synchronized List<Outcome> ends() {
    return List.copyOf(ended);
  }

  @Override
  public List<Arrival> receive(BatchLimit most, Duration wait) {
    List<Arrival> arrivals = take(most);
    if (arrivals.isEmpty()) {
      awaitMore(wait);
    }
    return arrivals;
  }

  private synchronized List<Arrival> take(BatchLimit most) {
    if (outage != null) {
      throw outage;
    }
    List<Arrival> arrivals = new ArrayList<>();
    long bytes = 0;
    Iterator<Arrival> rest = queue.iterator();
    while (arrivals.size() < most.messages() && bytes < most.bytes() && rest.hasNext()) {
      Arrival next = rest.next();
      if (!without.contains(next.message().origin().messageId())) {
        rest.remove();
        arrivals.add(next);
        bytes += next.message().body().bytes().length;
      }
    }
    received += arrivals.size();
    latest = arrivals;
    transactions.enlist(() -> putBack(arrivals), () -> {});
    return arrivals;
  }

  private void awaitMore(Duration wait) {
    try {
      if (arrived.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        arrived.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void putBack(List<Arrival> arrivals) {
    List<Arrival> reversed = new ArrayList<>(arrivals);
    Collections.reverse(reversed);
    reversed.forEach(arrival -> queue.addFirst(again(arrival)));
  }

  private static Arrival again(Arrival arrival) {
    Message message = arrival.message();
    Origin origin = message.origin();
    Message next =
        new Message(
            message.headers(),
            message.body(),
            new Origin(origin.destination(), origin.messageId(), origin.deliveries() + 1));
    return arrival instanceof Arrival.Refused refused
        ? new Arrival.Refused(next, refused.verdict())
        : new Arrival.Copied(next);
  }

  @Override
  public synchronized Optional<Exception> ended(Outcome end) {
    ended.add(end);
    Optional<Exception> fault = unacknowledged.filter(refused -> end == Outcome.COMMITTED);
    if (fault.isPresent()) {
      putBack(latest);
    }
    return fault;
  }

  @Override
  public void rest() {}

  @Override
  public void close() {}
}
