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
import org.semel.chaos.Way.Dies;
import org.semel.matrix.Shows;

/**
 * Crashes in the windows of real transactions: a WildFly with Camel's routes, JPA and intents, a
 * stand-alone Artemis and a PostgreSQL. One message after the other is sent, and its transaction
 * stands still in a window of its own; then somebody is killed, once for all who stand there. Each
 * message has its own way from there, and nobody else's.
 */
class WildFlyWindowsIT {

  private static final Duration STRIKE = Duration.ofMinutes(2);

  /** A server boots in it, too. */
  private static final Duration REST = Duration.ofMinutes(10);

  /** For all of them; ends with this virtual machine at the latest. */
  private static final WildFlyStack STACK = WildFlyStack.start();

  @AfterAll
  static void stop() {
    STACK.close();
  }

  @BeforeEach
  void begin() {
    STACK.begin();
  }

  /**
   * A message, and how it is to come to its end.
   *
   * @param way from the window in which its transaction stands
   */
  private record Standing(String key, Way way) {}

  @Test
  @Shows({"J3 server", "J4 server"})
  void theServerDiesBeforeTheCommit() {
    theServerDies(List.of("J3", "J4"));
  }

  @ParameterizedTest
  @ArgumentsSource(AtEachMoment.class)
  @Shows({
    "J6 server", "J7 server", "J8 server", "J9 server", "J10 server",
    "M6 server", "M7 server", "M8 server", "M9 server", "M10 server",
    "D6 server", "D7 server", "D8 server", "D9 server", "D10 server"
  })
  void theServerDies(List<String> windows) {
    List<Standing> all = stand(windows, Dies.SERVER);
    STACK.node.server().kill();
    STACK.node.armed().release();
    STACK.node.server().begin();
    assertThatItEnded(all);
    assertThat(all)
        .allSatisfy(
            one ->
                assertThat(STACK.runsAgain(one.key()))
                    .as("redelivered to the route, from %s: %s", one.way().window(), one.key())
                    .isEqualTo(one.way().comesAgain() ? 1 : 0));
  }

  @Test
  @Shows({"J3 broker", "J4 broker", "J6 broker", "J8 broker", "J9 broker"})
  void theBrokerDies() {
    List<Standing> all = stand(List.of("J3", "J4", "J6", "J8", "J9"), Dies.BROKER);
    STACK.broker.kill();
    STACK.node.armed().release();
    STACK.broker.start();
    assertThatItEnded(all);
  }

  @Test
  @Shows({"J3 database", "J4 database", "J6 database", "J8 database", "J9 database"})
  void theDatabaseDies() {
    List<Standing> all = stand(List.of("J3", "J4", "J6", "J8", "J9"), Dies.DATABASE);
    STACK.postgres.kill();
    STACK.node.armed().release();
    STACK.postgres.start();
    assertThatItEnded(all);
  }

  /** A relay may be at work on what has committed already, for a moment. */
  private static List<Standing> stand(List<String> windows, Dies who) {
    List<Standing> all = windows.stream().map(window -> standIn(window, who)).toList();
    List<Way> ways = all.stream().map(Standing::way).toList();
    await("they stand there, and nobody is on his way")
        .untilAsserted(() -> Way.assertLeft(ways, STACK.doubts()));
    assertThatJpaAndTheStoreShareABranch();
    assertThat(STACK.node.armed().isHeld()).as("all stand there still").isTrue();
    return all;
  }

  private static Standing standIn(String window, Dies who) {
    STACK.node.armed().holdToo(window);
    String key = STACK.send(window.substring(0, 1));
    await("somebody stands in " + window).atMost(STRIKE).until(STACK.node.armed()::isHeld);
    return new Standing(key, new Way("X" + window.substring(1), who, STACK.runs(key)));
  }

  private static void assertThatJpaAndTheStoreShareABranch() {
    assertThat(STACK.postgres.gids().stream().map(Node::globalId))
        .as("transactions that are prepared in the database")
        .doesNotHaveDuplicates();
  }

  /** What is lost or doubled is so once all has come to rest. */
  private static void assertThatItEnded(List<Standing> all) {
    awaitRest();
    assertThatEverythingTookEffectOnce();
    assertThat(all).allSatisfy(one -> one.way().assertRuns(STACK.runs(one.key())));
    assertThat(all)
        .allSatisfy(
            one -> assertThat(STACK.absorbed(one.key())).as("absorbed of %s", one).isZero());
    all.forEach(one -> STACK.sendOnceMore(one.key()));
    awaitRest();
    assertThatEverythingTookEffectOnce();
    assertThat(all)
        .allSatisfy(one -> assertThat(STACK.absorbed(one.key())).as("absorbed of %s", one).isOne());
  }

  private static void awaitRest() {
    await("all has come to rest")
        .atMost(REST)
        .ignoreExceptions()
        .until(() -> IntStream.range(0, 3).allMatch(look -> STACK.isQuiet()));
  }

  private static void assertThatEverythingTookEffectOnce() {
    assertThat(STACK.effects()).as("effects").containsExactlyInAnyOrderElementsOf(STACK.sent());
    assertThat(STACK.claims()).as("claims").containsExactlyInAnyOrderElementsOf(STACK.sent());
    assertThat(STACK.intents("foreign")).containsExactlyInAnyOrderElementsOf(STACK.sentTo("J"));
    assertThat(STACK.intents("transferred")).containsExactlyInAnyOrderElementsOf(STACK.sent());
    assertThat(STACK.broker.messages("transferred"))
        .as("transferred")
        .isEqualTo(STACK.sent().size());
    assertThat(STACK.broker.messages("DLQ")).as("given up").isZero();
    assertThat(STACK.node.failedAttempts()).as("messages blamed for it").isEmpty();
  }
}
