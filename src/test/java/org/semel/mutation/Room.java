// SPDX-License-Identifier: Apache-2.0
package org.semel.mutation;

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
          "relay.DeliveryThreads",
          "relay.DeliveryPool",
          "relay.DeliveryAttempts",
          "relay.RelayLoop",
          "relay.Relay",
          "relay.LeasingRelay");

  /** In percent of those reached: what was measured last, rounded down; see docs/mutation.md. */
  private static final Map<String, Integer> FLOORS =
      Map.of("message", 95, "claim", 95, "intent", 95, "tx", 95, "relay", 95, "relay, threads", 85);

  private Room() {}

  /**
   * The room of a class.
   *
   * @param type its name without {@code org.semel.} and {@code internal.}
   */
  static String of(String type) {
    int nested = type.indexOf('$');
    if (THREADS.contains(nested < 0 ? type : type.substring(0, nested))) {
      return "relay, threads";
    }
    return type.substring(0, type.indexOf('.'));
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
