// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.policy.Protocol;

/**
 * Two servers, a broker, a database and a provider, in memory and on one thread. Servers run the
 * product's own batches, workers and relays. At every point between two of their steps somebody may
 * die, or another server's step may come between.
 */
final class ModelWorld {

  private static final int STORM = 30;
  private static final int CALM = 300;
  private static final int DEPTH = 2;

  final Choices choices;
  final Protocol protocol;
  private final Mutation mutation;
  final Fate fate;
  final Underway underway;
  final ModelTransactions transactions;
  final Input input;
  final Database database;
  final Queue queue;
  final Outside outside;
  private final List<Server> servers;
  private final Deque<Turn> turns = new ArrayDeque<>();

  private ModelWorld(Choices choices, Protocol protocol, Mutation mutation) {
    this.choices = choices;
    this.protocol = protocol;
    this.mutation = mutation;
    fate = new Fate(this);
    underway = new Underway(this);
    transactions = new ModelTransactions(this, underway);
    input = new Input(choices);
    database = new Database(this);
    queue = new Queue(this);
    outside = new Outside(this);
    servers = List.of(new Server(this, 0), new Server(this, 1));
  }

  /** Runs to the end and says what is wrong, if anything is. */
  static Optional<String> run(Choices choices, Protocol protocol, Mutation mutation) {
    return new ModelWorld(choices, protocol, mutation).run();
  }

  private Optional<String> run() {
    input.messages().forEach(queue::add);
    for (int i = 0; i < STORM; i++) {
      step(choices.any(acts()));
    }
    choices.calmDown();
    for (int i = 0; i < CALM && !isQuiet(); i++) {
      fate.restart();
      step(i % acts());
    }
    List<String> faults = isQuiet() ? new Referee(this).faults() : List.of("it comes to no rest");
    faults = outside.broken().isEmpty() ? faults : outside.broken();
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", faults) + "\n  " + fate.story());
  }

  private int acts() {
    return servers.size() * Server.ACTS;
  }

  private void step(int act) {
    Server server = servers.get(act / Server.ACTS);
    turns.push(new Turn(server.node()));
    try {
      server.act(act % Server.ACTS);
    } catch (Crash crash) {
      // its node is dead, and starts again when it is its turn
    } finally {
      turns.pop();
    }
  }

  /** Somebody else's step, or another one of the same server, comes between. */
  void meanwhile(String where) {
    if (turns.size() <= DEPTH) {
      meanwhile(where, choices.any(acts()));
    }
  }

  /** Some worker works: most likely on what the one whose turn it is has in hand. */
  void takeOver(String where) {
    if (turns.size() <= DEPTH) {
      meanwhile(where, choices.any(servers.size()) * Server.ACTS + Server.WORK);
    }
  }

  private void meanwhile(String where, int act) {
    fate.tell(where + ": meanwhile " + servers.get(act / Server.ACTS).describe(act));
    step(act);
  }

  private boolean isQuiet() {
    return queue.isEmpty()
        && database.isSettled()
        && underway.isEmpty()
        && servers.stream().allMatch(Server::isIdle);
  }

  /** The step that is taken now. */
  Turn turn() {
    return turns.element();
  }

  boolean has(Mutation that) {
    return mutation == that;
  }
}
