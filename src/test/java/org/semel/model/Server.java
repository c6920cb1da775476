// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.List;
import org.semel.Backoff;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.FingerprintProfile;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.IdentityRules;
import org.semel.message.Message;
import org.semel.receive.ConsumerPolicy;
import org.semel.receive.ConsumerPolicy.Endurance;
import org.semel.receive.ConsumerPolicy.Feed;
import org.semel.receive.ConsumerPolicy.Limits;
import org.semel.receive.ConsumerPolicy.Pace;
import org.semel.receive.ConsumerPolicy.Reading;
import org.semel.receive.ConsumerPolicy.Waits;
import org.semel.receive.OnePass;
import org.semel.receive.Portion;
import org.semel.tx.Faults;
import org.semel.tx.Faults.Opinion;

/** A server: one worker, a relay for each destination, recovery; and a restart after a crash. */
final class Server {

  /** What it can do when it is its turn. */
  static final int ACTS = 5;

  /** Takes two requests under one key once. */
  static final Destination CAREFUL = new Destination("careful");

  /** Does nothing with a key. */
  static final Destination CARELESS = new Destination("careless");

  private static final Duration ANY = Duration.ofSeconds(10);

  private final ModelWorld world;
  private final int number;
  private int lives;
  private Node node;
  private OnePass worker;
  private Courier careful;
  private Courier careless;

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
    worker = new OnePass(policy(), IdentityRules.header("key"), this::handle);
    careful = new Courier(world, CAREFUL);
    careless = new Courier(world, CARELESS);
  }

  boolean isIdle() {
    return careful.isIdle() && careless.isIdle();
  }

  void act(int act) {
    switch (act) {
      case 0, 1 -> receive();
      case 2 -> careful.step();
      case 3 -> careless.step();
      default -> {
        world.restart();
        world.transactions.recover(node);
      }
    }
  }

  private void receive() {
    worker.run(
        new Portion(1 + world.choices.any(3), 1 << 20),
        new OnePass.Around(world.database.memory(), world.queue, world.transactions, faults()));
  }

  private Faults faults() {
    return world.has(Mutation.TRANSIENT_FAULTS_ARE_BLAMED)
        ? fault -> Opinion.LASTING
        : fault -> fault instanceof Away ? Opinion.TRANSIENT : Opinion.NONE;
  }

  private void handle(Message message, Identity identity) {
    world.database.effect(identity.key());
    record(identity, CAREFUL);
    record(identity, CARELESS);
    if (world.input.isPoison(identity.key())) {
      throw new IllegalStateException("poison");
    }
  }

  private void record(Identity identity, Destination destination) {
    world
        .database
        .memory()
        .intents()
        .record(
            new Intent(identity, new Intent.Address(destination, 0), Headers.none(), Body.none()));
  }

  private static ConsumerPolicy policy() {
    return new ConsumerPolicy(
        "model",
        new Feed("orders", "jms/XA"),
        new Reading(
            "property:key",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of()),
            new Limits(1 << 20, 100, 1000)),
        new Pace(
            1,
            new Portion(3, 1 << 20),
            ANY,
            new Waits(ANY, new Backoff(Duration.ofNanos(1), Duration.ofNanos(1)), ANY)),
        new Endurance(2, 10_000));
  }
}
