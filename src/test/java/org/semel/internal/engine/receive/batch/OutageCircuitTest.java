// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.tx.Cause;
import org.semel.message.Identity;

/** When all wait, who tries, and whose fault a stop is. */
class OutageCircuitTest {

  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration MOST = Duration.ofMillis(800);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Identity A = new Identity("c", "a");
  private static final Identity B = new Identity("c", "b");

  private final AtomicLong now = new AtomicLong();
  private final OutageCircuit outage =
      new OutageCircuit(3, new Backoff(FIRST, MOST), TIMEOUT, now::get);

  @Test
  void nobodyWaitsBeforeSoManyStopsInARow() {
    outage.stopped();
    outage.stopped();
    assertThat(outage.mustWait()).isEmpty();
    outage.tookEffect(1);
    outage.stopped();
    outage.stopped();
    assertThat(outage.mustWait()).isEmpty();
  }

  @Test
  void afterSoManyStopsInARowAllWait() {
    stop(3);
    assertThat(outage.mustWait()).hasValueSatisfying(wait -> assertThat(wait).isPositive());
  }

  @Test
  void whoIsToWaitMayTryAsSoonAsThatTimeIsOver() {
    stop(3);
    Duration wait = outage.mustWait().orElseThrow();
    pass(wait.minusNanos(1));
    assertThat(outage.mustWait()).contains(Duration.ofNanos(1));
    pass(Duration.ofNanos(1));
    assertThat(outage.mustWait()).isEmpty();
  }

  @Test
  void whenTheyHaveWaitedOneOfThemTriesAndOnlyOne() {
    stop(3);
    pass(FIRST);
    assertThat(outage.mustWait()).isEmpty();
    assertThat(CompletableFuture.supplyAsync(outage::mustWait).join())
        .as("another worker")
        .isPresent();
    outage.left();
    assertThat(CompletableFuture.supplyAsync(outage::mustWait).join())
        .as("another worker, once the first has ended in nothing")
        .isEmpty();
  }

  @Test
  void whoTriesInVainLetsAllWaitAgainForLongerUpToTheLongest() {
    stop(3);
    for (int i = 0; i < 10; i++) {
      pass(MOST);
      assertThat(outage.mustWait()).as("try " + i).isEmpty();
      outage.stopped();
      outage.left();
    }
    Optional<Duration> wait = outage.mustWait();
    assertThat(wait).hasValueSatisfying(left -> assertThat(left).isBetween(FIRST, MOST));
  }

  @Test
  void theFirstThatTakesEffectLetsAllWorkAgain() {
    stop(3);
    pass(FIRST);
    assertThat(outage.mustWait()).isEmpty();
    outage.tookEffect(1);
    outage.left();
    assertThat(CompletableFuture.supplyAsync(outage::mustWait).join()).isEmpty();
  }

  @Test
  void whatIsAbsorbedTellsNothing() {
    stop(3);
    outage.tookEffect(0);
    assertThat(outage.mustWait()).isPresent();
  }

  @Test
  void aStopIsTheMessagesOwnOnceOthersHaveTakenEffectSinceItsFirst() {
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("the first").isFalse();
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("nothing has taken effect").isFalse();
    outage.tookEffect(1);
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("another took effect").isTrue();
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("and again").isTrue();
  }

  /** The database is there: whatever is in its way each time is its own trouble. */
  @Test
  void whatLosesARaceAgainNeedsNoOtherToTakeEffect() {
    assertThat(outage.isOwn(A, Cause.Bound.ALONE)).as("the first").isFalse();
    assertThat(outage.isOwn(A, Cause.Bound.ALONE)).as("again").isTrue();
    assertThat(outage.isOwn(B, Cause.Bound.ALONE)).as("its first").isFalse();
    assertThat(outage.isOwn(A, Cause.Bound.ALONE)).as("both are stopped").isFalse();
  }

  @Test
  void aRivalIsNobodysOwn() {
    for (int i = 0; i < 3; i++) {
      assertThat(outage.isOwn(A, Cause.Bound.NONE)).isFalse();
      outage.tookEffect(1);
    }
    assertThat(outage.isRemembered(A)).isTrue();
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("its first of its own").isFalse();
  }

  @Test
  void whileOthersAreStoppedAsWellNoStopIsTheMessagesOwn() {
    outage.isOwn(A, Cause.Bound.BESIDE_OTHERS);
    outage.tookEffect(1);
    assertThat(outage.isOwn(B, Cause.Bound.BESIDE_OTHERS)).as("its first").isFalse();
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("both are stopped").isFalse();
    outage.tookEffect(1);
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS)).as("the other no more").isTrue();
  }

  private void stop(int times) {
    for (int i = 0; i < times; i++) {
      outage.stopped();
    }
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void theMoreIsStoppedTheMoreIsWorthTakingUpToAThousand() {
    assertThat(outage.worthTaking()).isEqualTo(1);
    outage.stopped();
    assertThat(outage.worthTaking()).isEqualTo(2);
    outage.stopped();
    assertThat(outage.worthTaking()).isEqualTo(4);
    stop(100);
    assertThat(outage.worthTaking()).isEqualTo(1_024);
    outage.tookEffect(1);
    assertThat(outage.worthTaking()).isEqualTo(1);
  }

  @Test
  void howManyStandAtTheHeadInVainIsKnownUntilAnotherTakesEffect() {
    assertThat(outage.inVain()).isZero();
    outage.stoppedInVain(50);
    outage.stoppedInVain(7);
    assertThat(outage.inVain()).isEqualTo(50);
    outage.tookEffect(1);
    assertThat(outage.inVain()).isZero();
  }

  private static Identity id(int number) {
    return new Identity("c", "k" + number);
  }

  @Test
  void ofAThousandMessagesItIsKnownWhenTheyWereStoppedSoThatMemoryIsBounded() {
    outage.isOwn(A, Cause.Bound.BESIDE_OTHERS);
    outage.isOwn(B, Cause.Bound.BESIDE_OTHERS);
    for (int i = 0; i < 999; i++) {
      outage.isOwn(id(i), Cause.Bound.BESIDE_OTHERS);
    }
    outage.tookEffect(1);
    assertThat(outage.isOwn(B, Cause.Bound.BESIDE_OTHERS))
        .as("one of the latest thousand")
        .isTrue();
    outage.tookEffect(1);
    assertThat(outage.isOwn(A, Cause.Bound.BESIDE_OTHERS))
        .as("forgotten, so that it is its first")
        .isFalse();
  }

  @Test
  void whoIsLeftToTryIsLetInAgainOnlyAfterItHasLeft() {
    stop(3);
    pass(FIRST);
    assertThat(outage.mustWait()).isEmpty();
    CompletableFuture.runAsync(outage::left).join();
    assertThat(outage.mustWait()).as("another's leave is not its own").contains(FIRST);
    outage.left();
    assertThat(outage.mustWait()).isEmpty();
  }

  /** As in a call without a time-out, to a service that takes what it is sent and never answers. */
  @Test
  void whoTriesAndHangsKeepsNobodyFromTryingForEver() {
    stop(3);
    pass(FIRST);
    assertThat(outage.mustWait()).isEmpty();
    pass(TIMEOUT.minusNanos(1));
    assertThat(asAnother()).as("in a transaction's time").contains(FIRST);
    pass(Duration.ofNanos(1));
    assertThat(asAnother()).as("after it").isEmpty();
    outage.left();
    assertThat(asAnother()).as("who hung ends nobody else's try").isPresent();
  }

  private Optional<Duration> asAnother() {
    return CompletableFuture.supplyAsync(outage::mustWait).join();
  }
}
