// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.util.List;
import org.semel.internal.boot.SmallEstate;
import org.semel.small.SmallServer;

/**
 * Another consumer in the same application, and another destination: for each thing that is sent,
 * it gets two copies of a message of its own, under a key that may be one of the case's, too. It
 * has no trouble, and whatever befalls the case leaves it untouched.
 */
final class Neighbour {

  /** Who sends it a row. */
  static final String LABEL = "beside";

  private static final int COPIES = 2;

  private final SmallServer server = SmallServer.shared();
  private final Looks looks;
  private final JMSContext session;
  private final Case played;
  private final String name;
  private int sent;

  /** That of the case of this name. */
  Neighbour(Looks looks, JMSContext session, Case played, String name) {
    this.looks = looks;
    this.session = session;
    this.played = played;
    this.name = of(name);
  }

  /** The consumer, its queue and the destination. */
  static String of(String name) {
    return name + "-n";
  }

  boolean isThere() {
    return played.hasNeighbour();
  }

  void configure(SmallEstate made) {
    String destination = "semel.destination." + name + ".";
    made.with(destination + "keys", "honoured");
    made.with(destination + "key-life", "30d");
    if (!isThere()) {
      return;
    }
    String consumer = "semel.consumer." + name + ".";
    made.with(consumer + "protocol", played.value(Key.NEIGHBOUR));
    made.with(consumer + "identity", "property:key");
    made.with(consumer + "poll", "100ms");
    made.with(consumer + "drain", "10s");
    if (!played.has(Key.NEIGHBOUR, "xa")) {
      made.with(consumer + "connection-factory", SmallEstate.PLAIN);
    }
  }

  void send() {
    if (!isThere()) {
      return;
    }
    String key = "k" + sent++;
    JMSProducer producer = session.createProducer().setProperty("key", key);
    for (int i = 0; i < COPIES; i++) {
      producer.send(session.createQueue(name), "{\"key\":\"" + key + "\",\"value\":\"b1\"}");
    }
    session.commit();
  }

  /** What is still under way with it, in words. */
  String stirs() {
    return isThere() ? Stir.of(server, looks, name).now() : "";
  }

  /** What there is of it when all is over. */
  void expected(Tally expected) {
    for (int i = 0; i < sent; i++) {
      String message = "k" + i + " b1 " + LABEL;
      expected.add("beside: row " + message);
      expected.add("other " + message);
    }
  }

  void found(Tally found) {
    texts("SELECT key || ' ' || value || ' ' || label FROM explored WHERE consumer = ?")
        .forEach(row -> found.add("beside: row " + row));
    // what is delivered is forgotten in time, and the provider tells of it
    texts("SELECT state FROM semel_intent WHERE consumer = ? AND state <> 'delivered'")
        .forEach(state -> found.add("beside: intent " + state));
    texts("SELECT reason FROM semel_parked WHERE consumer = ?")
        .forEach(reason -> found.add("beside: parked " + reason));
    texts("SELECT key FROM semel_attempt WHERE consumer = ? AND failures > 0")
        .forEach(key -> found.add("beside: blamed " + key));
    found.add("beside: dead letter", server.broker().deadLetters(name));
  }

  private List<String> texts(String sql) {
    return looks.texts(sql, name);
  }
}
