// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/**
 * One crash in one window, by a rule in the server's code: the server dies there, or stands still
 * there while broker or database is killed. Then all is started again, and nobody does anything by
 * hand. The server is a small one: the product's receiver and relay over Narayana, in a plain
 * virtual machine.
 */
class CrashWindowsIT {

  private static final Duration STRIKE = Duration.ofSeconds(40);
  private static final Duration REST = Duration.ofSeconds(60);
  private static final int ORDERS = 5;

  private static final Stack STACK = Stack.start();

  private NodeProcess node =
      STACK.node("n" + UUID.randomUUID().toString().substring(0, 6), Kind.XA);

  @AfterEach
  void killTheNode() {
    if (node.isAlive()) {
      node.kill();
    }
  }

  @AfterAll
  static void stop() {
    STACK.close();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({
    "X2 server",
    "X3 server",
    "X4 server",
    "X5 server",
    "X6 server",
    "X7 server",
    "X8 server",
    "X9 server",
    "X10 server",
    "R2 server",
    "R4 server"
  })
  void theServerDies(String window) {
    dieIn(window);
    node.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({
    "X2 broker",
    "X3 broker",
    "X4 broker",
    "X6 broker",
    "X7 broker",
    "X8 broker",
    "X9 broker",
    "X10 broker"
  })
  void theBrokerDies(String window) {
    holdIn(window);
    STACK.broker.kill();
    node.armed.release();
    STACK.broker.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({
    "X2 database",
    "X3 database",
    "X4 database",
    "X6 database",
    "X7 database",
    "X8 database",
    "X9 database",
    "X10 database",
    "R2 database",
    "R4 database"
  })
  void theDatabaseDies(String window) {
    holdIn(window);
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"X6 all", "X8 all", "X9 all"})
  void serverBrokerAndDatabaseDieAtOnce(String window) {
    holdIn(window);
    node.kill();
    STACK.broker.kill();
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    STACK.broker.start();
    node.start();
    assertThatEverythingTookEffectOnce();
  }

  @Test
  @Shows("X20 server")
  void theServerDiesTwiceMoreWhileItRecovers() {
    dieIn("X8");
    for (int again = 0; again < 2; again++) {
      node.armed.halt("X20", 0);
      node.start();
      assertThat(node.awaitEnd(STRIKE)).as("it dies while it recovers").isTrue();
    }
    node.start();
    assertThatEverythingTookEffectOnce();
  }

  @Test
  @Shows("R3 server")
  void theServerDiesAfterItHasSentAndBeforeItIsAnswered() {
    STACK.provider.onNextRequest(() -> node.kill());
    node.start();
    STACK.send(ORDERS);
    assertThat(node.awaitEnd(STRIKE)).isTrue();
    node.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"C1 server", "C2 server", "C3 server", "C4 server"})
  void theServerDiesWhereTheReceiptFollowsTheCommit(String window) {
    acknowledgingLater();
    dieIn(rule(window));
    node.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"C1 broker", "C3 broker", "C4 broker"})
  void theBrokerDiesWhereTheReceiptFollowsTheCommit(String window) {
    acknowledgingLater();
    holdIn(rule(window));
    STACK.broker.kill();
    node.armed.release();
    STACK.broker.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"C1 database", "C2 database", "C3 database"})
  void theDatabaseDiesWhereTheReceiptFollowsTheCommit(String window) {
    acknowledgingLater();
    holdIn(rule(window));
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatEverythingTookEffectOnce();
  }

  private void acknowledgingLater() {
    node = STACK.node("a" + UUID.randomUUID().toString().substring(0, 6), Kind.ACK_AFTER_COMMIT);
  }

  /** Before the database's commit, around it, and before and behind the acknowledgement. */
  private static String rule(String window) {
    return switch (window) {
      case "C1" -> "X4";
      case "C2" -> "1PC";
      default -> window;
    };
  }

  private void dieIn(String window) {
    node.armed.halt(window, 0);
    node.start();
    STACK.send(ORDERS);
    assertThat(node.awaitEnd(STRIKE)).as("the server dies in " + window).isTrue();
  }

  private void holdIn(String window) {
    node.armed.hold(window, 0);
    node.start();
    STACK.send(ORDERS);
    await("somebody stands in " + window).atMost(STRIKE).until(node.armed::isHeld);
  }

  private void assertThatEverythingTookEffectOnce() {
    assertThat(STACK.verdict(REST).faults()).isEmpty();
  }
}
