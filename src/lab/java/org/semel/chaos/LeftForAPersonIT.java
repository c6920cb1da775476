// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/**
 * Crashes behind which something waits for a person: on a stack of their own, as nobody comes and
 * takes it away.
 */
class LeftForAPersonIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String UNKNOWN =
      """
      SELECT count(*) FROM semel_intent WHERE state = 'parked' AND reason = 'OUTCOME_UNKNOWN'
      """;

  private final Stack stack = Stack.start("-Dartemis.redelivery-delay=0");

  @AfterEach
  void stop() {
    stack.close();
  }

  /** It is marked as sent, and nobody knows that it was not. */
  @Test
  @Shows("R2 server")
  void whatADeadRelayWasAboutToSendIsNotSentToAProviderThatIgnoresKeys() {
    NodeProcess node = armed("R2");
    String key = stack.sendOne();
    assertThat(node.awaitHalt(PATIENCE)).as("it dies before it sends").isTrue();
    node.restart();
    await("it is parked").atMost(PATIENCE).until(() -> stack.postgres.number(UNKNOWN) == 1);
    stack.verdict(PATIENCE);
    assertThat(stack.provider.requests()).isZero();
    assertThat(stack.facts().effects()).containsOnlyKeys(key);
    assertThat(stack.facts().provider().delivered()).isZero();
  }

  /** Nobody comes for this one: it is certain that it was not sent. */
  @Test
  @Shows("R12 server")
  void whatADeadRelayHadLeasedAndNotMarkedIsSentToAProviderThatIgnoresKeys() {
    NodeProcess node = armed("R12");
    stack.sendOne();
    assertThat(node.awaitHalt(PATIENCE)).as("it dies before it marks").isTrue();
    assertThat(stack.provider.requests()).isZero();
    node.restart();
    assertThat(stack.verdict(PATIENCE).faults()).isEmpty();
    assertThat(stack.provider.requests()).isEqualTo(1);
    assertThat(stack.postgres.number(UNKNOWN)).isZero();
  }

  /** It fails for the last time, and its server dies in the transaction that parks it. */
  @Test
  @Shows("I10 worker")
  void whatFailedForGoodIsParkedOnceByTheServerThatIsStartedAgain() {
    NodeProcess node = stack.node("n1", Kind.STORE_FIRST);
    node.armed.halt("I10", 0);
    node.start();
    String poison = stack.sendPoison();
    assertThat(node.awaitHalt(PATIENCE)).as("it dies before it has parked it").isTrue();
    assertThat(stack.postgres.texts("SELECT state FROM semel_inbox"))
        .containsExactly("FAILED_TERMINAL");
    assertThat(stack.facts().parked()).isEmpty();
    int attempts = node.handled().size();
    node.restart();
    assertThat(stack.verdict(PATIENCE).faults())
        .containsExactly("parked: " + Map.of(poison, "ATTEMPTS_EXHAUSTED"));
    assertThat(stack.postgres.texts("SELECT state FROM semel_inbox")).containsExactly("PARKED");
    assertThat(node.handled()).as("it is not tried again").hasSize(attempts);
  }

  private NodeProcess armed(String window) {
    NodeProcess node = stack.node("n1", Kind.KEYS_IGNORED);
    node.armed.halt(window, 0);
    node.start();
    return node;
  }
}
