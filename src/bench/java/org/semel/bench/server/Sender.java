// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends persistent messages of about 300 bytes: all at once, or at a steady rate. */
@ApplicationScoped
public class Sender {

  private static final int TOGETHER = 500;
  private static final int ARTICLES = 10_000;
  private static final int TEN_THOUSAND = 10_000;

  private static final String QUEUE = "bench";

  private final ConnectionFactory factory = Lookup.of(ConnectionFactory.class, "sender");

  /** So many different messages, and after every hundred that many of them again. */
  void fill(int messages, int duplicates, int poison) {
    String run = run();
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
      Queue queue = context.createQueue(QUEUE);
      JMSProducer producer = context.createProducer();
      int sent = 0;
      for (int i = 0; i < messages; i++) {
        int times = i % 100 < duplicates ? 2 : 1;
        String event = event(run, i, isPoison(i, poison) ? 0 : 1, "");
        for (int time = 0; time < times; time++) {
          producer.setProperty("key", run + "-" + i).send(queue, event);
          if (++sent % TOGETHER == 0) {
            context.commit();
          }
        }
      }
      context.commit();
    }
  }

  /** Spread evenly: the last of each ten thousandth that there is room for. */
  private static boolean isPoison(int i, int poison) {
    return poison > 0 && i % (TEN_THOUSAND / poison) == TEN_THOUSAND / poison - 1;
  }

  /**
   * Sends so many in each of so many seconds. Each is sent when it is due, or as soon after as can
   * be, and says when it was due: what the sender is late is part of its latency.
   */
  void pace(int perSecond, int seconds) {
    String run = run();
    long start = System.nanoTime();
    int sent = 0;
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
      Queue queue = context.createQueue(QUEUE);
      JMSProducer producer = context.createProducer();
      while (sent < perSecond * seconds) {
        long due = start + sent * TimeUnit.SECONDS.toNanos(1) / perSecond;
        long early = due - System.nanoTime();
        if (early > 0) {
          context.commit();
          LockSupport.parkNanos(early);
        } else {
          String meantAt = "\"%s\":%d,".formatted(StopWatch.MEANT_AT, due);
          producer.setProperty("key", run + "-" + sent).send(queue, event(run, sent, 1, meantAt));
          sent++;
        }
      }
      context.commit();
    }
  }

  private static String run() {
    return Long.toString(System.nanoTime(), 36);
  }

  private static String event(String run, int i, int quantity, String more) {
    return """
    {"specversion":"1.0","id":"%s-%d","source":"/bench","type":"order.line.placed","datacontenttype":"application/json",%s"data":{"invoice":"%s","line":%d,"stockCode":"B%d","description":"what a customer would read here","quantity":%d,"unitPrice":2.55,"customer":"17850","country":"United Kingdom"}}"""
        .formatted(run, i, more, run, i, Math.floorMod(i * 7919, ARTICLES), quantity);
  }
}
