// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.chaos.Way.Dies;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.SmallNode;
import org.semel.matrix.Shows;

/**
 * Protocol {@code xa}, and the relay: one crash in one window. The windows from the claim to the
 * end of the commit are struck on a server, by {@link WildFlyWindowsIT}.
 */
class CrashWindowsIT extends Striking {

  private static final String LAST =
      "SELECT %s::text FROM semel_intent ORDER BY recorded_at DESC LIMIT 1";

  CrashWindowsIT() {
    super(Kind.XA);
  }

  /** All that is there is one transaction; of a relay's window there is one intent. */
  @Override
  void send(String window) {
    STACK.send(window.startsWith("R") ? 1 : ORDERS);
  }

  /** How it came to an end, and to which. */
  private void assertThatItEnded(Way way) {
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    way.assertRuns(node.handled());
    assertThatNothingCameAgain();
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"X2 server", "X7-cut server", "R2 server", "R4 server"})
  void theServerDies(String window) {
    dieIn(window);
    Way way = struckIn(window, Dies.SERVER);
    node.restart();
    assertThatItEnded(way);
    if (window.startsWith("R")) {
      assertThat(leases()).as("leases of it").isGreaterThan(1);
      assertThatItIsSentAgainOnlyIfItWasSent(window);
    }
  }

  /** What was leased and not sent may be leased, and sent, more than once more. */
  private void assertThatItIsSentAgainOnlyIfItWasSent(String window) {
    if (window.equals("R4")) {
      assertThat(requests()).as("it was sent before and is sent again").isGreaterThan(1);
    } else {
      assertThat(requests()).as("it was leased and not sent").isLessThan(leases());
    }
  }

  /** Of the intent that was recorded last. */
  private long requests() {
    return STACK.provider.requests(STACK.postgres.texts(LAST.formatted("key")).get(0));
  }

  private long leases() {
    return Long.parseLong(STACK.postgres.texts(LAST.formatted("lease")).get(0));
  }

  @Test
  @Shows("X2 broker")
  void theBrokerDies() {
    holdIn("X2");
    Way way = struckIn("X2", Dies.BROKER);
    STACK.broker.kill();
    node.armed.release();
    STACK.broker.start();
    assertThatItEnded(way);
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"X2 database", "R2 database", "R4 database"})
  void theDatabaseDies(String window) {
    holdIn(window);
    Way way = struckIn(window, Dies.DATABASE);
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatItEnded(way);
    if (window.startsWith("R")) {
      assertThat(requests()).as("requests, and leases of it").isBetween(1L, leases());
    }
  }

  /** With {@code -Dsemel.promotions=10} ten times. */
  @ParameterizedTest
  @MethodSource("promotions")
  @Shows("X8 standby")
  void theDatabaseDiesAndAtItsAddressIsAStandbyThatIsPromotedLater(int promotion) {
    holdIn("X8");
    Way way = struckIn("X8", Dies.DATABASE);
    STACK.postgres.kill();
    STACK.postgres.startAsStandby();
    node.armed.release();
    for (int scans = 0; scans < 3; scans++) {
      awaitAPassOfRecovery();
    }
    STACK.postgres.promote();
    assertThatItEnded(way);
  }

  static IntStream promotions() {
    return IntStream.rangeClosed(1, Integer.getInteger("semel.promotions", 1));
  }

  /** It asks all resources, and then does what it has found out. */
  private void awaitAPassOfRecovery() {
    node.armed.hold("X20", 0);
    await("recovery has asked the standby").atMost(STRIKE).until(node.armed::isHeld);
    node.armed.release();
  }

  /** Whoever stands there gets its share of what comes, and has received none of it. */
  @Test
  @Shows("X1 broker")
  void theBrokerDiesAndWhatWasFetchedAheadComesAgain() {
    fetchAheadAndStand();
    STACK.broker.kill();
    node.armed.release();
    STACK.broker.start();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("X1 database")
  void theDatabaseDiesWhileSomethingIsFetchedAhead() {
    fetchAheadAndStand();
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  /** The broker deals them out to all consumers in turn; the others work theirs off. */
  private void fetchAheadAndStand() {
    node.with("-Dsmall.workers=4");
    node.armed.hold("X1", 0);
    node.start();
    await("somebody stands in X1").atMost(STRIKE).until(node.armed::isHeld);
    STACK.send(ORDERS);
    await("something is fetched ahead")
        .atMost(STRIKE)
        .until(() -> STACK.broker.inDelivery(SmallNode.QUEUE) > 0);
  }

  /** As between taking one version away and deploying the next. */
  @Test
  @Shows("X24 upgrade")
  void whatOneVersionLeavesInDoubtIsRecoveredByAServerThatHasNoneOfItsClasses() {
    dieIn("X8");
    Way way = struckIn("X8", Dies.SERVER);
    node.startEmpty();
    await("nothing is in doubt").atMost(STRIKE).until(() -> STACK.doubts().count() == 0);
    node.kill();
    node.restart();
    assertThatItEnded(way);
  }

  @Test
  @Shows("R3 server")
  void theServerDiesAfterItHasSentAndBeforeItIsAnswered() {
    STACK.provider.onNextRequest(() -> node.kill());
    node.start();
    STACK.send(ORDERS);
    assertThat(node.awaitEnd(STRIKE)).isTrue();
    node.restart();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("R3 database")
  void theDatabaseDiesAfterAnIntentWasSentAndIsBackBeforeItIsAnswered() {
    AtomicBoolean struck = new AtomicBoolean();
    STACK.provider.onNextRequest(
        () -> {
          STACK.postgres.kill();
          STACK.postgres.start();
          struck.set(true);
        });
    node.start();
    STACK.send(ORDERS);
    await("the database dies and is back").atMost(STRIKE).untilTrue(struck);
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }
}
