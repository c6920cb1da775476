// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import jakarta.jms.JMSRuntimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.semel.estate.Producer;

/**
 * Sends messages from two producers at once, as fast as a producer may: many in one transaction of
 * the broker. What the broker has not confirmed, because it was killed, is sent again: a producer
 * that wants to lose nothing must.
 */
final class Feed {

  static final int PRODUCERS = 2;
  static final int TOGETHER = 100;
  private static final int FARTHEST = 400;

  private final List<List<String>> batches;
  private final Queue<List<String>> waiting;
  private final Supplier<Producer> connections;
  private final Semaphore released = new Semaphore(0);
  private final Sent sent = new Sent();
  private final CountDownLatch finished = new CountDownLatch(PRODUCERS);
  private int releasedBatches;

  /**
   * Of these messages.
   *
   * @param together the most that share a transaction
   */
  Feed(List<String> messages, int together, Supplier<Producer> connections) {
    this.batches = dealt(messages, together);
    this.waiting = new ConcurrentLinkedQueue<>(batches);
    this.connections = connections;
  }

  /**
   * That share of the lines again: every third right behind the first one, so that two workers get
   * both at the same time, the others somewhere later.
   */
  static List<String> withDuplicates(List<String> lines, int percent, Random random) {
    List<Integer> chosen = new ArrayList<>(IntStream.range(0, lines.size()).boxed().toList());
    Collections.shuffle(chosen, random);
    chosen = chosen.subList(0, (int) Math.round(lines.size() * percent / 100.0));
    record Placed(double place, String line) {}
    List<Placed> all = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      all.add(new Placed(i, lines.get(i)));
    }
    for (int i = 0; i < chosen.size(); i++) {
      int of = chosen.get(i);
      double distance = i % 3 == 0 ? 0.1 : 0.5 + random.nextInt(FARTHEST);
      all.add(new Placed(of + distance, lines.get(of)));
    }
    return all.stream()
        .sorted(Comparator.comparingDouble(Placed::place))
        .map(Placed::line)
        .toList();
  }

  /**
   * Dealt out in turn, as one deals cards: neighbours go to different producers, which send them at
   * about the same moment.
   */
  static List<List<String>> dealt(List<String> messages, int together) {
    List<List<String>> batches = new ArrayList<>();
    for (int from = 0; from < messages.size(); from += PRODUCERS * together) {
      List<String> round =
          messages.subList(from, Math.min(messages.size(), from + PRODUCERS * together));
      for (int producer = 0; producer < PRODUCERS; producer++) {
        int first = producer;
        List<String> hand =
            IntStream.range(0, round.size())
                .filter(i -> i % PRODUCERS == first)
                .mapToObj(round::get)
                .toList();
        if (!hand.isEmpty()) {
          batches.add(hand);
        }
      }
    }
    return batches;
  }

  Sent sent() {
    return sent;
  }

  void start() {
    for (int i = 0; i < PRODUCERS; i++) {
      Thread producer = new Thread(this::send, "producer-" + i);
      producer.setDaemon(true);
      producer.start();
    }
  }

  /** Lets the producers send up to this part of so many; the last part lets them end. */
  void release(int part, int parts) {
    int until = (int) ((long) batches.size() * part / parts);
    released.release(until - releasedBatches + (part == parts ? PRODUCERS : 0));
    releasedBatches = until;
  }

  /** Sends no more than what the producers have in hand. */
  void stop() {
    waiting.clear();
  }

  /** Whether the broker has confirmed all that was released. */
  boolean hasSentAllReleased() {
    return sent.messages()
        == batches.subList(0, releasedBatches).stream().mapToLong(List::size).sum();
  }

  /** Whether the broker has confirmed all that is to be sent. */
  boolean isFinished() {
    return finished.getCount() == 0;
  }

  private void send() {
    List<String> batch = next();
    while (batch != null) {
      try (Producer producer = connections.get()) {
        while (batch != null) {
          sent.begin();
          producer.sendAll(batch);
          sent.confirm(batch.size());
          batch = next();
        }
      } catch (JMSRuntimeException serverIsDown) {
        pause();
      }
    }
    finished.countDown();
  }

  /** Null when none is left. */
  private List<String> next() {
    released.acquireUninterruptibly();
    return waiting.poll();
  }

  private void pause() {
    try {
      finished.await(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
