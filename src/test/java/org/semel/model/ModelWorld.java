// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Two servers, a broker, a database and a provider, in memory and on one thread. Servers run the
 * product's own passes and verdicts. At every point between two of their steps somebody may die, or
 * another server's step may come between.
 */
final class ModelWorld {

  private static final int STORM = 30;
  private static final int CALM = 200;
  private static final int DEPTH = 2;

  final Choices choices;
  final Mutation mutation;
  final ModelTransactions transactions = new ModelTransactions(this);
  final Database database = new Database(this);
  final Queue queue = new Queue(this);
  final Outside outside = new Outside(this);
  final Input input;
  private final List<Server> servers = List.of(new Server(this, 0), new Server(this, 1));
  private final Deque<Node> stack = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private boolean databaseAway;
  private boolean brokerAway;

  private ModelWorld(Choices choices, Mutation mutation) {
    this.choices = choices;
    this.mutation = mutation;
    this.input = new Input(choices);
  }

  /** Runs to the end and says what is wrong, if anything is. */
  static Optional<String> run(Choices choices, Mutation mutation) {
    return new ModelWorld(choices, mutation).run();
  }

  private Optional<String> run() {
    input.messages().forEach(queue::add);
    for (int i = 0; i < STORM; i++) {
      step(choices.any(servers.size() * Server.ACTS));
    }
    choices.calmDown();
    for (int i = 0; i < CALM && !isQuiet(); i++) {
      databaseAway = false;
      brokerAway = false;
      step(i % (servers.size() * Server.ACTS));
    }
    List<String> faults = isQuiet() ? new Referee(this).faults() : List.of("it comes to no rest");
    faults = outside.broken().isEmpty() ? faults : outside.broken();
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", faults) + "\n  " + String.join("\n  ", told));
  }

  private void step(int act) {
    Server server = servers.get(act / Server.ACTS);
    stack.push(server.node());
    try {
      server.act(act % Server.ACTS);
    } catch (Crash crash) {
      // its node is dead, and starts again when it is its turn
    } finally {
      stack.pop();
    }
  }

  private boolean isQuiet() {
    return queue.isEmpty()
        && database.intentsAreSettled()
        && !transactions.anyInDoubt()
        && servers.stream().allMatch(Server::isIdle);
  }

  /** Between two steps of whoever runs now. Any of the parts may die here. */
  void point(String where) {
    Node me = stack.element();
    if (!happens(choices.rare(5), where)) {
      meanwhile(where);
    }
    require(me, where);
  }

  /** The same, but nobody else's step can come between. */
  void moment(String where) {
    happens(choices.rare(4), where);
    require(stack.element(), where);
  }

  private boolean happens(int choice, String where) {
    Node me = stack.element();
    require(me, where);
    switch (choice) {
      case 1 -> die(me, where);
      case 2 -> databaseDies(where);
      case 3 -> brokerDies(where);
      default -> {}
    }
    return choice < 4;
  }

  private static void require(Node me, String where) {
    if (me.isDead()) {
      throw new Crash(where);
    }
  }

  private void meanwhile(String where) {
    if (stack.size() <= DEPTH) {
      int act = choices.any(servers.size() * Server.ACTS);
      tell(where + ": meanwhile " + servers.get(act / Server.ACTS).node());
      step(act);
    }
  }

  private void die(Node node, String where) {
    tell(where + ": " + node + " dies");
    node.die();
    transactions.nodeDied(node);
  }

  private void databaseDies(String where) {
    tell(where + ": the database dies");
    databaseAway = true;
    transactions.databaseDied();
  }

  private void brokerDies(String where) {
    tell(where + ": the broker dies");
    brokerAway = true;
    transactions.brokerDied();
  }

  /** Whoever is away comes back. */
  void restart() {
    databaseAway = false;
    brokerAway = false;
  }

  void tell(String line) {
    told.add(line);
  }

  Node running() {
    return stack.element();
  }

  boolean databaseIsAway() {
    return databaseAway;
  }

  boolean brokerIsAway() {
    return brokerAway;
  }

  boolean has(Mutation that) {
    return mutation == that;
  }
}
