// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.semel.chaos.Way.Dies;
import org.semel.chaos.small.Kind;
import org.semel.internal.engine.receive.RivalInFlight;

/**
 * One crash in one window, by a rule in the server's code: the server dies there, or stands still
 * there while broker or database is killed. Then all is started again, and nobody does anything by
 * hand. The server is a small one: the product's receiver and relay over Narayana, in a plain
 * virtual machine.
 */
abstract class Striking {

  static final Duration STRIKE = Duration.ofMinutes(2);
  private static final Duration REST = Duration.ofMinutes(3);
  static final int ORDERS = 5;

  /** For all of them, until this virtual machine ends. */
  static final Stack STACK = Stack.start("-Dartemis.redelivery-delay=0");

  final NodeProcess node;
  private long absorbedBefore;

  /** Of one worker, so that nothing else is going on where it is struck. */
  Striking(Kind kind) {
    node = STACK.node("n" + UUID.randomUUID().toString().substring(0, 6), kind);
    node.with("-Dsmall.workers=1");
  }

  @BeforeEach
  void count() {
    absorbedBefore = STACK.absorbedAgain();
  }

  /** How many messages had taken effect, and came again, since the test began. */
  long absorbedAgain() {
    return STACK.absorbedAgain() - absorbedBefore;
  }

  /**
   * What took effect does not come again. But rows that a dead server's branch holds may let a
   * batch wait for longer than it may; then its messages are handled alone, and if one of them is
   * still in the way, the batch rolls back, and those that took effect come again.
   */
  void assertThatNothingCameAgain() {
    assertThat(absorbedAgain())
        .as("took effect, and came again; batches that met a rival: " + rivals())
        .isBetween(0L, rivals() * 2 * ORDERS);
  }

  private long rivals() {
    String line = "interrupted: " + RivalInFlight.class.getName();
    return node.output().lines().filter(said -> said.startsWith(line)).count();
  }

  /** Of what is in hand now, and is in doubt as the window lies in its commit. */
  Way struckIn(String window, Dies who) {
    Way way = new Way(window, who, node.handled());
    // What the relay sends was committed by others, who may still be at it.
    if (!window.startsWith("R")) {
      way.assertLeft(STACK.doubts());
    }
    return way;
  }

  @AfterEach
  void dismissTheNode() {
    STACK.dismiss(node);
  }

  /** Before the server starts, so that many are there. */
  void send(String window) {
    STACK.send(ORDERS);
  }

  /** The server dies there. */
  void dieIn(String window) {
    node.armed.halt(window, 0);
    send(window);
    node.start();
    assertThat(node.awaitHalt(STRIKE)).as("the server dies in " + window).isTrue();
  }

  /** A thread of the server stands there. */
  void holdIn(String window) {
    node.armed.hold(window, 0);
    send(window);
    node.start();
    await("somebody stands in " + window).atMost(STRIKE).until(node.armed::isHeld);
  }

  void assertThatEverythingTookEffectOnceAndNobodyIsBlamed() {
    assertThat(STACK.verdict(REST).faults()).as(STACK::logs).isEmpty();
    assertThat(node.failedAttempts()).as("messages blamed for it").isEmpty();
  }
}
