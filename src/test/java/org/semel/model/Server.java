// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.List;
import org.semel.internal.engine.send.Destination;

/** A server: its workers, a relay for each destination, recovery; and a restart after a crash. */
final class Server {

  private static final List<String> NAMES =
      List.of(
          "receives",
          "works",
          "relays",
          "relays",
          "recovers",
          "renews its leases",
          "lets its workers go home");

  /** What it can do when it is its turn. */
  static final int ACTS = NAMES.size();

  static final int WORK = 1;

  /** Takes two requests under one key once. */
  static final Destination CAREFUL = new Destination("careful");

  /** Does nothing with a key. */
  static final Destination CARELESS = new Destination("careless");

  private final ModelWorld world;
  private final int number;
  private int lives;
  private Node node;
  private ConsumerWorkers workers;
  private ModelRelay careful;
  private ModelRelay careless;

  Server(ModelWorld world, int number) {
    this.world = world;
    this.number = number;
    restart();
  }

  Node node() {
    if (node.isDead()) {
      restart();
    }
    return node;
  }

  private void restart() {
    lives++;
    node = new Node(number, "server " + number + ", life " + lives);
    workers = new ConsumerWorkers(world, node);
    careful = new ModelRelay(world, CAREFUL);
    careless = new ModelRelay(world, CARELESS);
  }

  boolean isIdle() {
    return careful.isIdle() && careless.isIdle();
  }

  String describe(int act) {
    return node + " " + NAMES.get(act % ACTS);
  }

  void act(int act) {
    switch (act) {
      case 0 -> workers.receive();
      case WORK -> workers.workOff();
      case 2 -> careful.step();
      case 3 -> careless.step();
      case 4 -> recover();
      case 5 -> workers.renew();
      default -> replaceWorkers();
    }
  }

  private void replaceWorkers() {
    workers.stop();
    workers = new ConsumerWorkers(world, node);
  }

  /** Time passes too, until the leases of the dead run out. */
  private void recover() {
    world.fate.restart();
    world.underway.recover(node);
    if (world.choices.isCalm()) {
      world.database.leasesRunOut();
    }
  }
}
