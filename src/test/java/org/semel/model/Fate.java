// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What may happen between two steps: that somebody dies, that a connection is cut, that a
 * transaction has lasted too long, that leases run out, or that somebody else comes between.
 */
final class Fate {

  private static final int DEATHS = 4;
  private static final int EVENTS = 9;

  private final ModelWorld world;
  private final List<String> told = new ArrayList<>();
  private boolean databaseAway;
  private boolean brokerAway;
  private int overruns;

  Fate(ModelWorld world) {
    this.world = world;
  }

  /** Between two steps of whoever runs now. Anything may happen here. */
  void point(String where) {
    befalls(world.choices.rare(EVENTS), where);
  }

  /** The same, but nobody else's step can come between. */
  void moment(String where) {
    befalls(world.choices.rare(DEATHS), where);
  }

  private void befalls(int choice, String where) {
    Turn turn = world.turn();
    require(turn.node(), where);
    switch (choice) {
      case 1 -> die(turn.node(), where);
      case 2 -> databaseDies(where);
      case 3 -> brokerDies(where);
      case 4 -> world.meanwhile(where);
      case 5 -> {
        leasesRunOut(where);
        world.takeOver(where);
      }
      case 6 -> overruns(turn, where);
      case 7 -> databaseIsCutOff(turn, where);
      case 8 -> brokerIsCutOff(turn, where);
      default -> {}
    }
    require(turn.node(), where);
  }

  private static void require(Node me, String where) {
    if (me.isDead()) {
      throw new Crash(where);
    }
  }

  private void die(Node node, String where) {
    tell(where + ": " + node + " dies");
    node.die();
    world.underway.nodeDied(node);
    world.queue.nodeDied(node);
  }

  private void databaseDies(String where) {
    tell(where + ": the database dies");
    databaseAway = true;
    world.underway.databaseDied();
  }

  private void brokerDies(String where) {
    tell(where + ": the broker dies");
    brokerAway = true;
    world.underway.brokerDied();
    world.queue.brokerDied();
  }

  private void leasesRunOut(String where) {
    tell(where + ": all leases run out");
    world.database.leasesRunOut();
  }

  /** What is not prepared is undone, and its owner is told when he asks for something. */
  private void databaseIsCutOff(Turn turn, String where) {
    tell(where + ": the database no longer knows the transactions of this step");
    turn.transactions().forEach(transaction -> transaction.database().lose());
  }

  /** What is not prepared goes to somebody else at once, whatever its owner is doing. */
  private void brokerIsCutOff(Turn turn, String where) {
    tell(where + ": the broker no longer knows " + turn.node());
    turn.transactions().forEach(transaction -> transaction.broker().lose());
    world.queue.forget(turn.node());
  }

  /** Not as often as a message may be tried: then it would rightly be parked. */
  private void overruns(Turn turn, String where) {
    List<Transaction> transactions = turn.transactions();
    if (transactions.isEmpty() || overruns + 1 >= ConsumerWorkers.ATTEMPTS) {
      return;
    }
    int which = world.choices.any(transactions.size());
    if (transactions.get(which).overrun()) {
      overruns++;
      tell(where + ": transaction " + which + " has lasted too long, and is rolled back");
    }
  }

  /** How many transactions have lasted too long. */
  int overruns() {
    return overruns;
  }

  /** Whoever is away comes back. */
  void restart() {
    databaseAway = false;
    brokerAway = false;
  }

  boolean databaseIsAway() {
    return databaseAway;
  }

  boolean brokerIsAway() {
    return brokerAway;
  }

  void tell(String line) {
    told.add(line);
  }

  String story() {
    return String.join("\n  ", told);
  }
}
