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
 * proves nothing. The start-up proof, which refuses most of them, is left out here. Nothing counts
 * as lost or doubled before the server works again and nothing is left: {@link Comeback}.
 */
class NegativeControlsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

  private Stack stack;

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void nothingIsWrongWithTheRightWiring() throws Exception {
    assertThat(afterAKillIn("X8", Kind.XA).verdict().faults()).isEmpty();
  }

  @Test
  void aLocalJmsTransactionBesideTheDatabasesLosesAMessage() throws Exception {
    afterAKillIn("X4-1PC", Kind.LOCAL_JMS).assertLost();
  }

  @Test
  void autoAcknowledgeLosesAMessage() throws Exception {
    afterAKillIn("X4", Kind.AUTO_ACKNOWLEDGE).assertLost();
  }

  /** The claim stays, too, and takes the message that comes again for a copy. */
  @Test
  void aDataSourceWithoutXaLosesAMessage() throws Exception {
    afterAKillIn("X3", Kind.NON_XA).assertLost("claims: 2 instead of 1");
  }

  /**
   * A route of nothing but Camel's own: JMS component, transacted; {@code IdempotentConsumer},
   * {@code eager(false)}; {@code JdbcMessageIdRepository}. The effect has committed, the key has
   * not been added, and the message comes again.
   */
  @Test
  void camelsRepositoryWhoseKeysComeLateDoublesAnEffect() throws Exception {
    stack = Stack.start();
    stack.postgres.execute(
        """
        CREATE TABLE camel_messageprocessed (
          processorname varchar(255), messageid varchar(100), createdat timestamp,
          PRIMARY KEY (processorname, messageid));
        GRANT SELECT, INSERT, DELETE ON camel_messageprocessed TO semel
        """);
    NodeProcess node = dies("K1", stack.node("n1", Kind.STOCK_REPOSITORY));
    Verdict verdict = new Comeback(stack, node.start()).verdict();
    assertThat(verdict.doubled()).as("%s", verdict).isEqualTo(1);
    assertThat(verdict.lost()).as("%s", verdict).isZero();
  }

  @Test
  void withoutADeadLetterAddressAFewCrashesLoseAMessage() throws Exception {
    stack =
        Stack.start(
            "-Dartemis.dead-letter-address=",
            "-Dartemis.max-delivery-attempts=2",
            "-Dartemis.redelivery-delay=0");
    stack.sendOne();
    NodeProcess node = stack.node("n1", Kind.XA);
    for (int crash = 0; crash < 2 && !isEmpty(); crash++) {
      node.armed.halt("X4", 0);
      node.start();
      await("it dies, or is handed nothing").until(() -> !node.isAlive() || isEmpty());
      node.kill();
      await("the broker sees that").until(() -> stack.broker.consumers(SmallNode.QUEUE) == 0);
    }
    node.armed.release();
    new Comeback(stack, node.start()).assertLost();
  }

  @Test
  @Shows("X17 log")
  void aLostTransactionLogLosesAMessage() throws Exception {
    stack = Stack.start();
    NodeProcess node = stands("X8", stack.node("n1", Kind.XA));
    stack.postgres.kill();
    node.armed.release();
    await("the broker has committed").until(() -> stack.broker.branches().prepared().isEmpty());
    node.kill();
    node.forgetItsLog();
    stack.postgres.start();
    new Comeback(stack, node.start()).assertLost();
  }

  /** The record is written in its place, and is empty for a moment. */
  @Test
  @Shows("X17 server")
  void whoDiesAsTheTransactionLogIsWrittenAnewLosesAMessage() throws Exception {
    stack = Stack.start();
    NodeProcess node = stands("X8", stack.node("n1", Kind.XA));
    stack.postgres.kill();
    node.armed.halt("X7-cut", 0); // lets it go, to the commit that fails
    assertThat(node.awaitHalt(PATIENCE)).as("it dies as it writes").isTrue();
    assertThat(stack.broker.branches().prepared()).as("the broker has committed").isEmpty();
    stack.postgres.start();
    new Comeback(stack, node.start()).assertLost();
  }

  /** With nothing decided, recovery rolls back what it finds; the message is gone. */
  @Test
  @Shows("X19 person too early")
  void thePersonWhoCommitsTheBrokersBranchBeforeItIsDecidedLosesAMessage() throws Exception {
    stack = Stack.start();
    NodeProcess node = stands("X7", stack.node("n1", Kind.XA));
    stack.broker.branches().commitByHand();
    node.kill();
    node.armed.release();
    new Comeback(stack, node.start()).assertLost();
  }

  /**
   * The second one finds a branch of "its own" that it has never decided, and rolls it back. The
   * broker is away meanwhile, so that its branch is left to the first one, who has decided to
   * commit.
   */
  @Test
  @Shows("X18 server")
  void twoServersOfOneNodeIdentifierRollBackEachOther() throws Exception {
    stack = Stack.start();
    NodeProcess one = dies("X8", stack.node("same", Kind.XA));
    NodeProcess two = stack.node("same", Kind.XA);
    assertThat(stack.postgres.gids()).hasSize(1);
    stack.broker.kill();
    two.start();
    await("it is rolled back").until(() -> stack.postgres.gids().isEmpty());
    two.kill();
    stack.broker.start();
    new Comeback(stack, one.start()).assertLost();
  }

  /**
   * The loser's delivery is undone, though nothing is wrong with the message. A broker that gives
   * up what has been undone once makes that last, and everybody sees it.
   */
  @Test
  void aboveReadCommittedARaceOfDuplicatesIsAnError() throws Exception {
    stack = Stack.start("-Dartemis.max-delivery-attempts=1");
    assertThat(faultsOfARace(Kind.XA)).isEmpty();
    assertThat(faultsOfARace(Kind.REPEATABLE_READ))
        .singleElement()
        .asString()
        .startsWith("1 in the dead-letter queue: ");
  }

  /**
   * Two deliveries of one identity; the first one stands still before its commit. A broker to which
   * another consumer comes hands the next message to its first again, which stands still: all are
   * there before anything is sent.
   */
  private List<String> faultsOfARace(Kind kind) throws Exception {
    await("nobody receives").until(() -> stack.broker.consumers(SmallNode.QUEUE) == 0);
    NodeProcess node = stack.node("n1", kind).with("-Dsmall.claim-wait=25").start();
    await("all workers receive").until(() -> stack.broker.consumers(SmallNode.QUEUE) == 4);
    node.armed.hold("X5", 0);
    stack.sendOne();
    await("somebody stands before the commit").until(node.armed::isHeld);
    stack.sendTheLastAgain();
    await("the second waits").until(() -> stack.postgres.number(WAITING) > 0);
    node.armed.release();
    Verdict verdict = new Comeback(stack, node).verdict();
    node.kill();
    return verdict.faults();
  }

  private Comeback afterAKillIn(String window, Kind kind) {
    stack = Stack.start();
    NodeProcess node = dies(window, stack.node("n1", kind));
    return new Comeback(stack, node.start());
  }

  private NodeProcess dies(String window, NodeProcess node) {
    node.start();
    node.armed.halt(window, 0);
    stack.sendOne();
    assertThat(node.awaitHalt(PATIENCE)).as("it dies in " + window).isTrue();
    return node;
  }

  private NodeProcess stands(String window, NodeProcess node) {
    node.start();
    node.armed.hold(window, 0);
    stack.sendOne();
    await("somebody stands in " + window).until(node.armed::isHeld);
    return node;
  }

  private boolean isEmpty() {
    return stack.broker.messages(SmallNode.QUEUE) == 0;
  }
}
