// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.send.Intent;

/** What must hold once all is at rest. */
final class Referee {

  private final ModelWorld world;
  private final List<String> faults = new ArrayList<>();

  Referee(ModelWorld world) {
    this.world = world;
  }

  List<String> faults() {
    for (String key : world.input.innocents()) {
      expectOnce(key);
      expectOnce(Route.last(key));
      expect(parked(key) == 0, key + " is parked and has done nothing wrong");
      long intents = intents(key);
      expect(intents == 2, key + " has " + intents + " intents");
      int blamed = world.database.blamed(key);
      expect(blamed <= world.fate.overruns(), key + " is blamed " + blamed + " times for nothing");
      expectStage(key, InboxStage.COMPLETED);
    }
    expect(world.underway.heldForEver() == 0, "a branch stays prepared for ever");
    world.input.poison().ifPresent(this::checkPoison);
    world.database.intents().forEach(this::check);
    return faults;
  }

  private void checkPoison(String key) {
    expect(effects(key) + effects(Route.last(key)) == 0, key + " is poison, and took effect");
    int blamed = world.database.blamed(key);
    expect(
        blamed >= ConsumerWorkers.ATTEMPTS,
        key + " is poison, and parked after " + blamed + " failures");
    long parked = parked(key);
    expect(parked == 1, key + " is poison, and is parked " + parked + " times");
    expectStage(key, InboxStage.PARKED);
  }

  private void expectStage(String key, InboxStage expected) {
    if (world.protocol == Protocol.STORE_FIRST) {
      Optional<InboxStage> stage = world.database.rows().stage(key);
      expect(stage.equals(Optional.of(expected)), key + " is left " + stage);
    }
  }

  private void check(Intent intent, String state) {
    String key = intent.cause().key() + " at " + intent.address().destination();
    int effects = world.outside.effects(intent);
    expect(!world.input.isPoison(intent.cause().key()), key + " is intended, and undone");
    expect(effects <= 1, key + " took effect " + effects + " times outside");
    expect(!state.equals("delivered") || effects == 1, key + " is delivered, and is not there");
    boolean careful = intent.address().destination().equals(Server.CAREFUL);
    expect(!careful || state.equals("delivered"), key + " is " + state);
  }

  private long intents(String key) {
    return world.database.intents().keySet().stream()
        .filter(intent -> intent.cause().key().equals(key))
        .count();
  }

  private long parked(String key) {
    return world.database.parked().stream()
        .filter(parked -> parked.evidence().identity().filter(i -> i.key().equals(key)).isPresent())
        .count();
  }

  private void expectOnce(String effect) {
    long times = effects(effect);
    expect(times == 1, effect + " took effect " + times + " times");
  }

  private long effects(String effect) {
    return world.database.effects().stream().filter(effect::equals).count();
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      faults.add(otherwise);
    }
  }
}
