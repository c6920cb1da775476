// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.semel.matrix.Shows;

/**
 * One crash in one window around a route that knows no {@code inbox:}, on a real WildFly: JMS,
 * {@code transacted}, {@code idempotentConsumer} over our repository, JPA, and intents into two
 * queues. Only transactions that have claimed something pass a window; idle ones commit all the
 * time.
 */
class ClassicWindowsIT {

  private static final Duration STRIKE = Duration.ofMinutes(2);

  /** A server boots in it, too. */
  private static final Duration REST = Duration.ofMinutes(6);

  /** For all of them; ends with this virtual machine at the latest. */
  private static final ClassicEstate ESTATE = ClassicEstate.start();

  @AfterAll
  static void stop() {
    ESTATE.close();
  }

  @BeforeEach
  void begin() {
    ESTATE.begin();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"J3 server", "J4 server", "J6 server", "J7 server", "J9 server", "J10 server"})
  void theServerDies(String window) {
    dieIn(window);
    ESTATE.node.server().begin();
    assertThatEverythingTookEffectOnce();
  }

  /** JPA and our store share the one in the database. */
  @Test
  @Shows("J8 server")
  void theServerDiesWithOneBranchPreparedInTheDatabaseAndOneInTheBroker() {
    dieIn("J8");
    List<String> prepared = ESTATE.postgres.gids().stream().map(Node::globalId).toList();
    assertThat(prepared).doesNotHaveDuplicates();
    assertThat(prepared).containsAnyElementsOf(ESTATE.broker.branches().prepared());
    ESTATE.node.server().begin();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"J3 broker", "J4 broker", "J6 broker", "J8 broker", "J9 broker"})
  void theBrokerDies(String window) {
    holdIn(window);
    ESTATE.broker.kill();
    ESTATE.node.armed().release();
    ESTATE.broker.start();
    assertThatEverythingTookEffectOnce();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"J3 database", "J4 database", "J6 database", "J8 database", "J9 database"})
  void theDatabaseDies(String window) {
    holdIn(window);
    ESTATE.postgres.kill();
    ESTATE.node.armed().release();
    ESTATE.postgres.start();
    assertThatEverythingTookEffectOnce();
  }

  private static void dieIn(String window) {
    ESTATE.node.armed().halt(window, 0);
    ESTATE.send();
    assertThat(ESTATE.node.server().awaitEnd(STRIKE)).as("the server dies").isTrue();
    assertThat(ESTATE.node.armed().hasHalted()).as("in " + window).isTrue();
  }

  private static void holdIn(String window) {
    ESTATE.node.armed().hold(window, 0);
    ESTATE.send();
    await("somebody stands in " + window).atMost(STRIKE).until(ESTATE.node.armed()::isHeld);
  }

  /** What is lost or doubled is so once all has come to rest. */
  private static void assertThatEverythingTookEffectOnce() {
    await("all has come to rest")
        .atMost(REST)
        .ignoreExceptions()
        .until(() -> IntStream.range(0, 3).allMatch(look -> ESTATE.isQuiet()));
    assertThat(ESTATE.effects()).as("effects").containsExactlyInAnyOrderElementsOf(ESTATE.sent());
    assertThat(ESTATE.claims()).as("claims").containsExactlyInAnyOrderElementsOf(ESTATE.sent());
    assertThat(ESTATE.intents("foreign")).containsExactlyInAnyOrderElementsOf(ESTATE.sent());
    assertThat(ESTATE.intents("transferred")).containsExactlyInAnyOrderElementsOf(ESTATE.sent());
    assertThat(ESTATE.broker.messages("transferred"))
        .as("transferred")
        .isEqualTo(ESTATE.sent().size());
    assertThat(ESTATE.broker.messages("DLQ")).as("given up").isZero();
  }
}
