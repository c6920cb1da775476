// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import jakarta.jms.JMSRuntimeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.semel.estate.Producer;

/**
 * Sends the messages and their duplicates from two producers at once. What the broker has not
 * confirmed, because it was killed, is sent again: a producer that wants to lose nothing must.
 */
final class Feed {

  private static final int PRODUCERS = 2;
  private static final int FARTHEST = 400;

  private final Queue<String> waiting;
  private final Supplier<Producer> connections;
  private final CountDownLatch finished = new CountDownLatch(PRODUCERS);

  Feed(List<String> lines, int duplicates, Random random, Supplier<Producer> connections) {
    this.waiting = new ArrayDeque<>(withDuplicates(lines, duplicates, random));
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

  /** How many messages wait to be sent, duplicates included. */
  int size() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  void start() {
    for (int i = 0; i < PRODUCERS; i++) {
      Thread producer = new Thread(this::send, "producer-" + i);
      producer.setDaemon(true);
      producer.start();
    }
  }

  boolean isFinished() {
    return finished.getCount() == 0;
  }

  private void send() {
    String line = next();
    while (line != null) {
      try (Producer producer = connections.get()) {
        while (line != null) {
          producer.send(line);
          line = next();
        }
      } catch (JMSRuntimeException serverIsDown) {
        pause();
      }
    }
    finished.countDown();
  }

  private String next() {
    synchronized (waiting) {
      return waiting.poll();
    }
  }

  private void pause() {
    try {
      finished.await(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
