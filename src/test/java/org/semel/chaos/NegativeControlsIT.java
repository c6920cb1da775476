// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.SmallNode;
import org.semel.matrix.Shows;

/**
 * Wirings that must not be, each with the crash that shows it: a harness that does not catch them
 * proves nothing. The start-up proof, which refuses most of them, is left out here.
 */
class NegativeControlsIT {

  private static final Duration REST = Duration.ofSeconds(20);
  private static final Duration STRIKE = Duration.ofSeconds(30);

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

  private Stack stack;

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void nothingIsWrongWithTheRightWiring() {
    assertThat(afterAKillIn("X8", Kind.XA).faults()).isEmpty();
  }

  @Test
  void aLocalJmsTransactionBesideTheDatabasesLosesAMessage() {
    assertThat(afterAKillIn("X4-1PC", Kind.LOCAL_JMS).lost()).isPositive();
  }

  @Test
  void autoAcknowledgeLosesAMessage() {
    assertThat(afterAKillIn("X4", Kind.AUTO_ACKNOWLEDGE).lost()).isPositive();
  }

  @Test
  void aDataSourceWithoutXaLosesAMessage() {
    assertThat(afterAKillIn("X3", Kind.NON_XA).lost()).isPositive();
  }

  @Test
  void camelsRepositoryWhoseKeysComeLateDoublesAnEffect() {
    stack = Stack.start();
    stack.postgres.execute(
        """
        CREATE TABLE camel_messageprocessed (
          processorname varchar(255), messageid varchar(100), createdat timestamp,
          PRIMARY KEY (processorname, messageid));
        GRANT SELECT, INSERT, DELETE ON camel_messageprocessed TO semel
        """);
    NodeProcess node = stack.node("n1", Kind.STOCK_REPOSITORY).start();
    node.armed.halt("X10", 0);
    stack.sendOne();
    assertThat(node.awaitEnd(STRIKE)).isTrue();
    node.start();
    stack.sendTheFirstAgain();
    await().atMost(REST).until(() -> stack.verdict().doubled() == 1);
  }

  @Test
  void withoutADeadLetterAddressAFewCrashesLoseAMessage() {
    stack =
        Stack.start(
            "-Dartemis.dead-letter-address=",
            "-Dartemis.max-delivery-attempts=2",
            "-Dartemis.redelivery-delay=0");
    stack.sendOne();
    NodeProcess node = stack.node("n1", Kind.XA);
    for (int crash = 0; crash < 2; crash++) {
      node.armed.halt("X4", 0);
      node.start();
      if (!node.awaitEnd(Duration.ofSeconds(10))) {
        node.kill(); // nobody hands it anything any more
      }
    }
    node.armed.release();
    node.start();
    assertThat(stack.verdict(REST).lost()).isEqualTo(1);
  }

  @Test
  @Shows("X17 log")
  void aLostTransactionLogLosesAMessage() {
    stack = Stack.start();
    NodeProcess node = stack.node("n1", Kind.XA).start();
    node.armed.hold("X8", 0);
    stack.sendOne();
    await().atMost(STRIKE).until(node.armed::isHeld);
    stack.postgres.kill();
    node.armed.release();
    await().atMost(STRIKE).until(() -> stack.broker.branches().prepared().isEmpty());
    node.kill();
    node.forgetItsLog();
    stack.postgres.start();
    node.start();
    assertThat(stack.verdict(REST).lost()).isEqualTo(1);
  }

  /** With nothing decided, recovery rolls back what it finds; the message is gone. */
  @Test
  @Shows("X19 person too early")
  void thePersonWhoCommitsTheBrokersBranchBeforeItIsDecidedLosesAMessage() {
    stack = Stack.start();
    NodeProcess node = stack.node("n1", Kind.XA).start();
    node.armed.hold("X7", 0);
    stack.sendOne();
    await().atMost(STRIKE).until(node.armed::isHeld);
    stack.broker.branches().commitByHand();
    node.kill();
    node.armed.release();
    node.start();
    assertThat(stack.verdict(REST).lost()).isEqualTo(1);
  }

  @Test
  @Shows("X18 server")
  void twoServersOfOneNodeIdentifierRollBackEachOther() {
    stack = Stack.start();
    NodeProcess one = stack.node("same", Kind.XA).start();
    one.armed.hold("X8", 0);
    stack.sendOne();
    await().atMost(STRIKE).until(one.armed::isHeld);
    stack.node("same", Kind.XA).start();
    await().atMost(STRIKE).until(() -> stack.postgres.gids().isEmpty());
    one.armed.release();
    await("it is lost, or its outcome is heuristic and stays so")
        .during(Duration.ofSeconds(4))
        .atMost(REST)
        .until(() -> isWorkedOff() && !stack.verdict().faults().isEmpty());
  }

  @Test
  void aboveReadCommittedARaceOfDuplicatesIsAnError() {
    stack = Stack.start();
    assertThat(interruptionsOfARace(Kind.XA)).isEmpty();
    assertThat(interruptionsOfARace(Kind.REPEATABLE_READ))
        .anyMatch(line -> line.contains("could not serialize access"));
  }

  /** Two deliveries of one identity; the first one stands still before its commit. */
  private List<String> interruptionsOfARace(Kind kind) {
    NodeProcess node = stack.node("n1", kind).start();
    node.armed.hold("X5", 0);
    stack.sendOne();
    await().atMost(STRIKE).until(node.armed::isHeld);
    stack.sendTheLastAgain();
    await().atMost(STRIKE).until(() -> stack.postgres.number(WAITING) > 0);
    node.armed.release();
    stack.verdict(REST);
    node.kill();
    return node.output().lines().filter(line -> line.startsWith("interrupted")).toList();
  }

  private boolean isWorkedOff() {
    return stack.broker.messages(SmallNode.QUEUE) == 0;
  }

  private Verdict afterAKillIn(String window, Kind kind) {
    stack = Stack.start();
    NodeProcess node = stack.node("n1", kind).start();
    node.armed.halt(window, 0);
    stack.send(5);
    assertThat(node.awaitEnd(STRIKE)).as("the node dies in " + window).isTrue();
    node.start();
    return stack.verdict(REST);
  }
}
