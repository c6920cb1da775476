// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/**
 * No room is left on somebody's disk: from one moment on, each of its writes to a file fails
 * ({@code prlimit --fsize}). Then there is room again.
 */
class FullDiskIT {

  private static final Duration STRIKE = Duration.ofSeconds(40);
  private static final Duration REST = Duration.ofSeconds(60);
  private static final Stack STACK = Stack.start("-Dartemis.redelivery-delay=0");

  private final NodeProcess node = STACK.node("full", Kind.XA);

  @AfterEach
  void killTheNode() {
    node.kill();
  }

  @AfterAll
  static void stop() {
    STACK.close();
  }

  @Test
  @Shows("X16 broker's disk")
  void theBrokersDiskIsFull() throws Exception {
    node.start();
    STACK.release(50);
    await().atMost(STRIKE).until(() -> effects() > 0);
    fill(STACK.broker.pid());
    STACK.release(50);
    await("the broker gives up").atMost(STRIKE).until(() -> !STACK.broker.isAlive());
    STACK.broker.start();
    assertThatEverythingTookEffectOnce();
  }

  private static void fill(long pid) throws IOException {
    new ProcessBuilder("prlimit", "--pid", String.valueOf(pid), "--fsize=1")
        .inheritIO()
        .start()
        .onExit()
        .join();
  }

  private static long effects() {
    return STACK.postgres.number("SELECT count(*) FROM reservation");
  }

  private void assertThatEverythingTookEffectOnce() {
    assertThat(STACK.verdict(REST).faults()).isEmpty();
    assertThat(node.failedAttempts()).as("messages blamed for it").isEmpty();
  }
}
