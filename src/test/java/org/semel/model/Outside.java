// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;

/** Two providers: one honours keys, one does not. Sees what the relays do to intents. */
final class Outside {

  private final ModelWorld world;
  private final Map<Intent, Set<String>> keys = new HashMap<>();
  private final Map<Intent, Integer> requests = new HashMap<>();
  private final Set<Intent> settledForGood = new HashSet<>();
  private final List<String> broken = new ArrayList<>();
  private int attempts;

  Outside(ModelWorld world) {
    this.world = world;
  }

  Delivery request(Lease lease) {
    int answer = world.choices.rare(4);
    if (answer == 1) {
      return new Delivery.NotAccepted("not now", Optional.empty());
    }
    attempts++;
    boolean each = world.has(Mutation.KEY_OF_EACH_ATTEMPT);
    String key = lease.intent().key() + (each ? "-" + attempts : "");
    keys.computeIfAbsent(lease.intent(), absent -> new HashSet<>()).add(key);
    requests.merge(lease.intent(), 1, Integer::sum);
    return answer == 2 ? new Delivery.OutcomeUnknown("no answer") : new Delivery.Accepted();
  }

  /** How often it took effect with a provider that honours keys, or that does not. */
  int effects(Intent intent) {
    return intent.address().destination().equals(Server.CAREFUL)
        ? keys.getOrDefault(intent, Set.of()).size()
        : requests.getOrDefault(intent, 0);
  }

  /** What is settled for good stays so. */
  void look() {
    world.database.intents().forEach(this::look);
  }

  private void look(Intent intent, String state) {
    boolean settled = state.equals("delivered") || state.equals("parked");
    if (settled) {
      settledForGood.add(intent);
    } else if (settledForGood.contains(intent)) {
      broken.add("settled for good, and now " + state + ": " + intent.cause().key());
    }
  }

  /** Something has happened that must never happen. */
  void breach(String what) {
    broken.add(what);
  }

  List<String> broken() {
    return broken;
  }
}
