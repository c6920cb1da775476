// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import jakarta.jms.JMSRuntimeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.semel.chaos.Ledger.Outcome;
import org.semel.estate.Producer;

/**
 * Producers elsewhere. Each send is noted in the ledger; what the broker has not confirmed is sent
 * again, as a producer must that wants to lose nothing.
 */
final class Sender implements AutoCloseable {

  private static final int PRODUCERS = 2;
  static final int DUPLICATES = 30;

  private final Deque<Order> waiting = new ArrayDeque<>();
  private final AtomicInteger confirmed = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final Ledger ledger;
  private final Supplier<Producer> connections;
  private final Random random;
  private volatile boolean closed;

  Sender(Ledger ledger, Supplier<Producer> connections, Random random) {
    this.ledger = ledger;
    this.connections = connections;
    this.random = random;
    for (int i = 0; i < PRODUCERS; i++) {
      Thread producer = new Thread(this::work, "producer-" + i);
      producer.setDaemon(true);
      producer.start();
    }
  }

  /** Lets these go, and thirty of a hundred of them twice: some at once, some later. */
  void release(List<Order> orders) {
    List<Order> all = new ArrayList<>(orders);
    for (Order order : orders) {
      if (random.nextInt(100) < DUPLICATES) {
        int from = all.indexOf(order) + 1;
        int place = random.nextInt(3) == 0 ? from : from + random.nextInt(all.size() - from + 1);
        all.add(place, order);
      }
    }
    add(all);
  }

  /** Lets this one go, once. */
  void once(Order order) {
    add(List.of(order));
  }

  private void add(List<Order> orders) {
    open.addAndGet(orders.size());
    synchronized (waiting) {
      waiting.addAll(orders);
    }
  }

  /** Sends that the broker has confirmed. */
  int confirmed() {
    return confirmed.get();
  }

  /** Whether everything that was released has been confirmed. */
  boolean isDone() {
    return open.get() == 0;
  }

  private void work() {
    while (!closed) {
      Order order = next();
      if (order == null) {
        pause();
        continue;
      }
      begin(order);
    }
  }

  private void begin(Order first) {
    Producer producer;
    try {
      producer = connections.get();
    } catch (JMSRuntimeException noConnection) {
      ledger.note(first, Outcome.FAILED);
      again(first);
      pause();
      return;
    }
    Order order = first;
    while (order != null && send(producer, order)) {
      order = next();
    }
    close(producer);
  }

  private static void close(Producer producer) {
    try {
      producer.close();
    } catch (JMSRuntimeException itIsGone) {
      pause();
    }
  }

  /** False if the connection is broken. */
  private boolean send(Producer producer, Order order) {
    try {
      producer.send(order.event());
    } catch (JMSRuntimeException noAnswer) {
      ledger.note(order, Outcome.INDETERMINATE);
      again(order);
      return false;
    }
    ledger.note(order, Outcome.OK);
    confirmed.incrementAndGet();
    open.decrementAndGet();
    return true;
  }

  private Order next() {
    synchronized (waiting) {
      return waiting.poll();
    }
  }

  private void again(Order order) {
    synchronized (waiting) {
      waiting.addFirst(order);
    }
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
  }

  @Override
  public void close() {
    closed = true;
  }
}
