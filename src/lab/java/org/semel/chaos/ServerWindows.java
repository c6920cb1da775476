// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.semel.chaos.Way.Dies;
import org.semel.estate.ThreadDump;

/**
 * Crashes in the windows of real transactions: a server with Camel's routes, JPA and intents, a
 * stand-alone Artemis and a PostgreSQL. One message after the other is sent, and its transaction
 * stands still in a window of its own; then somebody is killed, once for all who stand there. Each
 * message has its own way from there, and nobody else's.
 */
abstract class ServerWindows {

  /** Less than a transaction may last: the first of them must not time out meanwhile. */
  private static final Duration STRIKE = Duration.ofMinutes(4);

  /** A server boots in it, too. */
  private static final Duration REST = Duration.ofMinutes(10);

  private final WindowsStack stack;

  ServerWindows(WindowsStack stack) {
    this.stack = stack;
  }

  @BeforeEach
  void begin() {
    stack.begin();
  }

  /**
   * A message, and how it is to come to its end.
   *
   * @param way from the window in which its transaction stands
   */
  record Standing(String key, Way way) {}

  /** The server dies, and is started again. */
  void killTheServer(List<String> windows) {
    List<Standing> all = stand(windows, Dies.SERVER);
    stack.node.server().kill();
    stack.node.armed().release();
    stack.node.server().begin();
    assertThatItEnded(all);
    assertThat(all)
        .allSatisfy(
            one ->
                assertThat(stack.runsAgain(one.key()))
                    .as("redelivered to the route, from %s: %s", one.way().window(), one.key())
                    .isEqualTo(one.way().comesAgain() ? 1 : 0));
  }

  /** So do server, broker and database at once. */
  void killAll(List<String> windows) {
    List<Standing> all = stand(windows, Dies.ALL);
    stack.node.server().kill();
    restartBrokerAndDatabase();
    stack.node.server().begin();
    assertThatItEnded(all);
  }

  /** Broker and database die at once, and the server lives on. */
  void killBrokerAndDatabase(List<String> windows) {
    List<Standing> all = stand(windows, Dies.BROKER);
    restartBrokerAndDatabase();
    assertThatItEnded(all);
  }

  private void restartBrokerAndDatabase() {
    stack.broker.kill();
    stack.postgres.kill();
    stack.node.armed().release();
    stack.broker.begin();
    stack.postgres.start();
    stack.broker.awaitStart();
  }

  void killTheBroker(List<String> windows) {
    List<Standing> all = stand(windows, Dies.BROKER);
    stack.broker.kill();
    stack.node.armed().release();
    stack.broker.start();
    assertThatItEnded(all);
  }

  void killTheDatabase(List<String> windows) {
    List<Standing> all = stand(windows, Dies.DATABASE);
    stack.postgres.kill();
    stack.node.armed().release();
    stack.postgres.start();
    assertThatItEnded(all);
  }

  /** A relay may be at work on what has committed already, for a moment. */
  List<Standing> stand(List<String> windows, Dies who) {
    List<Standing> all = windows.stream().map(window -> standIn(window, who)).toList();
    List<Way> ways = all.stream().map(Standing::way).toList();
    await("they stand there, and nobody is on his way")
        .untilAsserted(() -> Way.assertLeft(ways, stack.doubts()));
    assertThatJpaAndTheStoreShareABranch();
    assertThat(stack.node.armed().isHeld()).as("all stand there still").isTrue();
    return all;
  }

  private Standing standIn(String window, Dies who) {
    stack.node.armed().holdToo(window);
    String key = stack.send(window);
    awaitSomebodyIn(window, key);
    return new Standing(key, new Way("X" + window.substring(1), who, stack.runs(key)));
  }

  private void awaitSomebodyIn(String window, String key) {
    try {
      await("somebody stands in " + window).atMost(STRIKE).until(stack.node.armed()::isHeld);
    } catch (ConditionTimeoutException nobody) {
      ThreadDump dump = ThreadDump.of(stack.node.server().handle());
      System.out.println(dump.text());
      throw new AssertionError(
          "No one stands in %s. %s ran %d times; the queues hold %s. The threads that receive:%n%s"
              .formatted(
                  window, key, stack.runs(key).size(), stack.waiting(), dump.inBrief("Consumer[")),
          nobody);
    }
  }

  private void assertThatJpaAndTheStoreShareABranch() {
    assertThat(stack.postgres.gids().stream().map(Node::globalId))
        .as("transactions that are prepared in the database")
        .doesNotHaveDuplicates();
  }

  /** What is lost or doubled is so once all has come to rest. */
  void assertThatItEnded(List<Standing> all) {
    awaitRest();
    assertThatEverythingTookEffectOnce();
    assertThat(all).allSatisfy(one -> one.way().assertRuns(stack.runs(one.key())));
    assertThat(all)
        .allSatisfy(
            one -> assertThat(stack.absorbed(one.key())).as("absorbed of %s", one).isZero());
    all.forEach(one -> stack.sendOnceMore(one.key()));
    awaitRest();
    assertThatEverythingTookEffectOnce();
    assertThat(all)
        .allSatisfy(one -> assertThat(stack.absorbed(one.key())).as("absorbed of %s", one).isOne());
  }

  private void awaitRest() {
    await("all has come to rest").atMost(REST).ignoreExceptions().until(this::isAtRest);
  }

  private boolean isAtRest() {
    stack.node.putBack().forEach(record -> System.out.println("was set aside: " + record));
    return IntStream.range(0, 3).allMatch(look -> stack.isQuiet());
  }

  private void assertThatEverythingTookEffectOnce() {
    assertThat(stack.effects()).as("effects").containsExactlyInAnyOrderElementsOf(stack.sent());
    assertThat(stack.claims()).as("claims").containsExactlyInAnyOrderElementsOf(stack.sent());
    assertThat(stack.intents("foreign")).containsExactlyInAnyOrderElementsOf(stack.sentTo("J"));
    assertThat(stack.intents("transferred")).containsExactlyInAnyOrderElementsOf(stack.sent());
    assertThat(stack.broker.messages("transferred"))
        .as("transferred")
        .isEqualTo(stack.sent().size());
    assertThat(stack.broker.messages("DLQ")).as("given up").isZero();
    assertThat(stack.node.failedAttempts()).as("messages blamed for it").isEmpty();
  }
}
