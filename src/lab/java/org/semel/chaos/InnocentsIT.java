// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.Facts.Effect;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.SmallNode;
import org.semel.estate.Producer;
import org.semel.matrix.Shows;

/**
 * The broker counts a delivery for every crash, and more than one for what was fetched ahead, as it
 * closes the dead server's sessions one after the other; messages are not to blame for that.
 */
class InnocentsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int CRASHES = 30;
  private static final int INNOCENTS = 10;

  /** None of them lets anybody commit: the first who comes there is the end of all. */
  private static final List<String> WINDOWS = List.of("X2", "X3", "X4", "X5");

  private final Stack stack = Stack.start("-Dartemis.redelivery-delay=0");
  private final NodeProcess node = stack.node("n1", Kind.XA);
  private final Set<String> innocents = new TreeSet<>();
  private final Map<String, Integer> lived = new HashMap<>();
  private Map<String, Integer> deliveries = Map.of();

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  @Shows("X1 server")
  void thirtyCrashesParkNobodyButThePoison() {
    for (int i = 0; i < INNOCENTS; i++) {
      innocents.add(stack.sendOne());
    }
    String poison = stack.sendPoison();
    for (int crash = 0; !allHaveLivedThroughEnough(); crash++) {
      assertThat(crash).as("crashes; lived through: %s", lived).isLessThan(CRASHES + 10);
      crashIn(WINDOWS.get(crash % WINDOWS.size()));
      assertThat(stack.facts().effects()).as("effects so far").isEmpty();
    }
    assertThat(deliveries.values()).as("deliveries so far").allMatch(count -> count >= CRASHES);
    node.start();
    assertThat(stack.verdict(PATIENCE).faults())
        .containsExactly("parked: " + Map.of(poison, "ATTEMPTS_EXHAUSTED"));
    assertThat(stack.facts().effects()).containsOnlyKeys(innocents);
    assertThat(stack.facts().effects().values()).extracting(Effect::times).containsOnly(1L);
  }

  private boolean allHaveLivedThroughEnough() {
    return innocents.stream().allMatch(key -> lived.getOrDefault(key, 0) >= CRASHES);
  }

  /** Who was delivered before this crash and is in the queue after it has lived through it. */
  private void crashIn(String window) {
    node.armed.halt(window, 0);
    node.start();
    assertThat(node.awaitHalt(PATIENCE)).as("it dies in " + window).isTrue();
    await("the broker sees that").until(() -> stack.broker.consumers(SmallNode.QUEUE) == 0);
    await("everybody is back")
        .untilAsserted(() -> assertThat(deliveriesOfInnocents()).containsOnlyKeys(innocents));
    Map<String, Integer> now = deliveriesOfInnocents();
    now.forEach(
        (key, count) -> {
          if (count > deliveries.getOrDefault(key, 0)) {
            lived.merge(key, 1, Integer::sum);
          }
        });
    deliveries = now;
  }

  /** By the broker's own count. */
  private Map<String, Integer> deliveriesOfInnocents() {
    Map<String, Integer> found = new HashMap<>();
    try (Producer reader = Producer.to(stack.broker, SmallNode.QUEUE)) {
      reader.deliveries().forEach((body, count) -> found.put(Witnesses.id(body), count));
    }
    found.keySet().retainAll(innocents);
    return found;
  }
}
