// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/**
 * The broker counts a delivery for every crash, and more than one for what was fetched ahead, as it
 * closes the dead server's sessions one after the other; messages are not to blame for that.
 */
class InnocentsIT {

  private static final int CRASHES = 30;
  private static final int INNOCENTS = 10;

  @Test
  @Shows("X1 server")
  void thirtyCrashesParkNobodyButThePoison() {
    try (Stack stack = Stack.start("-Dartemis.redelivery-delay=0")) {
      for (int i = 0; i < INNOCENTS; i++) {
        stack.sendOne();
      }
      String poison = stack.sendPoison();
      NodeProcess node = stack.node("n1", Kind.XA);
      for (int crash = 0; crash < CRASHES; crash++) {
        node.armed.halt("X2", 0); // all of them have been fetched ahead by then
        node.start();
        assertThat(node.awaitHalt(Duration.ofSeconds(40))).isTrue();
      }
      node.start();
      stack.verdict(Duration.ofSeconds(60));
      Facts facts = stack.facts();
      assertThat(facts.parked()).isEqualTo(Map.of(poison, "ATTEMPTS_EXHAUSTED"));
      assertThat(facts.left().deadLettered()).isEmpty();
      assertThat(facts.effects()).hasSize(INNOCENTS);
      assertThat(facts.effects().values()).allMatch(effect -> effect.times() == 1);
    }
  }
}
