// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.Patience;
import org.semel.chaos.small.SmallNode;
import org.semel.matrix.Shows;

/** Everybody lives, and the network between them does not. */
class ConnectionsIT {

  private static final Duration STRIKE = Duration.ofMinutes(2);
  private static final Duration REST = Duration.ofMinutes(3);
  private static final int CUTS = 10;

  /** Gives a silent connection up after two seconds; so does the database, after four. */
  private static final Patience IMPATIENT =
      new Patience(Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofSeconds(4));

  private static final Stack STACK = Striking.STACK;

  private final Proxy database = new Proxy(STACK.postgres.port());
  private final Proxy broker = new Proxy(STACK.broker.port());
  private NodeProcess node = STACK.nodeThrough(Kind.XA, database, broker);

  @AfterEach
  void stopTheNode() {
    STACK.dismiss(node);
    database.close();
    broker.close();
  }

  @Test
  @Shows("X11 connection")
  void theBrokersAnswerToTheCommitIsLost() {
    standIn("X9");
    broker.loseAnswers();
    node.armed.release();
    await("it has committed")
        .atMost(STRIKE)
        .until(() -> STACK.broker.branches().prepared().isEmpty());
    broker.cut();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("X12 connection")
  void theDatabasesAnswerToTheCommitIsLost() {
    standIn("X8");
    database.loseAnswers();
    node.armed.release();
    await("it has committed").atMost(STRIKE).until(() -> STACK.postgres.gids().isEmpty());
    database.cut();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  /** The time-to-live of the node's connections is five seconds. */
  @Test
  @Shows("X11 silence")
  void theBrokerIsNotHeardOfForLongerThanItsConnectionsLive() {
    standIn("X4");
    broker.still();
    await("the broker gives it up")
        .atMost(STRIKE)
        .until(() -> STACK.broker.consumers(SmallNode.QUEUE) == 0);
    node.armed.release();
    await("the node gives it up").atMost(STRIKE).until(() -> interruptions() > 0);
    broker.open();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("X12 silence")
  void theDatabaseIsNotHeardOfForAWhile() {
    standIn("X8");
    database.still();
    node.armed.release();
    STACK.sendTheLastAgain();
    database.open();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  /** What stands is half-open for good; only new connections reach the database. */
  @Test
  @Shows("X12 silence for good")
  void theDatabaseIsNotHeardOfAnyMoreBetweenPrepareAndCommit() {
    standIn("X8", IMPATIENT);
    database.stillWhatStands();
    node.armed.release();
    STACK.sendTheLastAgain();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  /**
   * The database cannot know either, and keeps the transaction open until that is too long idle.
   */
  @Test
  @Shows("X13 silent database")
  void theDatabaseIsNotHeardOfAnyMoreWhileTheRouteWrites() {
    standIn("X3", IMPATIENT);
    database.stillWhatStands();
    node.armed.release();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  /** So it is by the defaults: its transaction is over when the route learns of the silence. */
  @Test
  @Shows("X13 silent database")
  void theDatabaseIsNotHeardOfAnyMoreForLongerThanATransactionLasts() {
    standIn(
        "X3", new Patience(Duration.ofSeconds(10), Duration.ofSeconds(11), Duration.ofSeconds(12)));
    database.stillWhatStands();
    node.armed.release();
    assertThat(STACK.verdict(REST).faults()).as(STACK::logs).isEmpty();
    assertThat(node.failedAttempts()).as("as of a route that takes too long").hasSizeLessThan(2);
  }

  @Test
  @Shows("I5 connection")
  void theDatabasesAnswerToTheCommitOfAStoredMessagesEffectIsLost() {
    node = STACK.nodeThrough(Kind.STORE_FIRST, database, broker);
    long before = completed();
    standIn("I5-1PC");
    database.loseAnswers();
    node.armed.release();
    await("it has committed").atMost(STRIKE).until(() -> completed() > before);
    database.cut();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows({"X11 connections", "X12 connections"})
  void connectionsAreCutAgainAndAgainUnderLoad() {
    node.start();
    for (int cut = 0; cut < CUTS; cut++) {
      long before = effects();
      STACK.release(20);
      await().atMost(STRIKE).until(() -> effects() > before);
      (cut % 2 == 0 ? database : broker).cut();
    }
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  private void standIn(String window) {
    standIn(window, node);
  }

  private void standIn(String window, Patience patience) {
    standIn(window, node.with(patience));
  }

  private static void standIn(String window, NodeProcess node) {
    node.armed.hold(window, 0);
    node.start();
    STACK.sendOne();
    await().atMost(STRIKE).until(node.armed::isHeld);
  }

  private long interruptions() {
    return node.output().lines().filter(line -> line.startsWith("interrupted")).count();
  }

  private static long completed() {
    return STACK.postgres.number("SELECT count(*) FROM semel_inbox WHERE state = 'COMPLETED'");
  }

  private static long effects() {
    return STACK.postgres.number("SELECT count(*) FROM reservation");
  }

  private void assertThatEverythingTookEffectOnceAndNobodyIsBlamed() {
    assertThat(STACK.verdict(REST).faults()).as(STACK::logs).isEmpty();
    assertThat(node.failedAttempts()).as("messages blamed for it").isEmpty();
  }
}
