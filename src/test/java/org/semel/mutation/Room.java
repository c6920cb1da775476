// SPDX-License-Identifier: Apache-2.0
package org.semel.mutation;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is counted together: a package; of the relay those classes apart whose matter are threads.
 */
final class Room {

  private static final Set<String> THREADS =
      Set.of(
          "loop.WakeUp",
          "send.relay.DeliveryThreads",
          "send.relay.DeliveryPool",
          "send.relay.DestinationChannel",
          "send.relay.RelayLoop",
          "send.relay.Relay",
          "send.relay.LeasingRelay");

  /** In percent of those reached, a little below what was measured last; see docs/mutation.md. */
  private static final Map<String, Integer> FLOORS =
      Map.ofEntries(
          Map.entry("message", 95),
          Map.entry("receive.identity", 95),
          Map.entry("receive.claim", 95),
          Map.entry("send", 95),
          Map.entry("tx", 95),
          Map.entry("loop", 90),
          Map.entry("receive.policy", 95),
          Map.entry("receive", 97),
          Map.entry("receive.rows", 97),
          Map.entry("send.relay", 95),
          Map.entry("send.relay, threads", 85));

  private Room() {}

  /**
   * The room of a class.
   *
   * @param type its name without {@code org.semel.} and {@code internal.engine.}
   */
  static String of(String type) {
    int nested = type.indexOf('$');
    if (THREADS.contains(nested < 0 ? type : type.substring(0, nested))) {
      return "send.relay, threads";
    }
    return FLOORS.keySet().stream()
        .filter(room -> type.startsWith(room + "."))
        .max(Comparator.comparing(String::length))
        .orElseGet(() -> type.substring(0, type.indexOf('.')));
  }

  /** Why this is too little; empty if it is enough. */
  static Optional<String> fault(Score score) {
    int floor = FLOORS.getOrDefault(score.room(), 0);
    return score.strength() >= floor
        ? Optional.empty()
        : Optional.of(
            "%s: its tests find %.1f %% of the mutants that they reach, the floor is %d %%"
                .formatted(score.room(), score.strength(), floor));
  }
}
