// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.policy.BatchLimit;

class BatchSizeTest {

  private static final Duration SHORT = Duration.ofMillis(1);

  private long now;
  private final BatchSize size =
      new BatchSize(new BatchLimit(50, 1000), Duration.ofSeconds(10), () -> now);
  private final ExecutorService another = Executors.newSingleThreadExecutor();

  @AfterEach
  void endTheOther() {
    another.shutdownNow();
  }

  @Test
  void asMuchIsTakenAsThePolicyAllows() {
    size.committed(50, SHORT);
    assertThat(size.limit()).isEqualTo(new BatchLimit(50, 1000));
  }

  @Test
  void noMoreMessagesAreTakenThanFitIntoHalfOfTheTransactionsTime() {
    size.committed(10, Duration.ofSeconds(5));
    assertThat(size.limit().messages()).isEqualTo(10);
    size.committed(1, Duration.ofSeconds(20));
    assertThat(size.limit().messages()).isEqualTo(1);
  }

  @Test
  void oneOverrunTellsHowLongAMessageTakes() {
    size.overran(50, 4, Duration.ofSeconds(12));
    assertThat(size.limit().messages()).isEqualTo(1);
  }

  @Test
  void afterATransactionThatOverranHalfAsMuchIsTakenOfWhatHadBegun() {
    size.overran(50, 40, Duration.ofMillis(10_001));
    assertThat(size.limit().messages()).isEqualTo(19).isLessThan(20);
  }

  @Test
  void afterWorkersWereInEachOthersWayOneAtATimeTakesMany() {
    size.contended(50, Duration.ZERO);
    assertThat(size.limit().messages()).isEqualTo(50);
    assertThat(portionOfAnother()).isEqualTo(1);
    size.left();
    assertThat(portionOfAnother()).isEqualTo(50);
    assertThat(size.limit().messages()).isEqualTo(1);
  }

  @Test
  void whoHasNoTurnEndsNobodysTurn() {
    size.contended(50, Duration.ZERO);
    size.limit();
    asAnother(
        () -> {
          size.left();
          return 0;
        });
    assertThat(portionOfAnother()).isEqualTo(1);
  }

  @Test
  void whoHangsInItsTurnKeepsNobodyFromATurnForEver() {
    size.contended(50, Duration.ZERO);
    size.limit();
    now += Duration.ofSeconds(10).toNanos();
    assertThat(portionOfAnother()).isEqualTo(50);
  }

  @Test
  void whatIsInAnothersWayInItsTurnGoesAlone() {
    alone();
    assertThat(size.limit().messages()).isEqualTo(1);
  }

  @Test
  void whatWasUnderWayBeforeTurnsWereTakenTellsNothingNew() {
    size.contended(50, Duration.ZERO);
    size.contended(50, Duration.ZERO);
    assertThat(size.limit().messages()).isEqualTo(50);
  }

  @Test
  void whatOverranBesideAnotherTellsNothingNew() {
    size.overran(50, 2, Duration.ZERO);
    size.overran(50, 2, Duration.ZERO);
    calm(4 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).isEqualTo(2);
  }

  @Test
  void whatWentWrongIsForgottenStepByStepAndOnlyAfterManyMessages() {
    size.overran(2, 2, Duration.ZERO);
    calm(4 * BatchSize.PATIENCE - 1);
    assertThat(size.limit().messages()).isEqualTo(1);
    calm(1);
    assertThat(size.limit().messages()).isEqualTo(2);
    calm(4 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).isEqualTo(4);
    calm(4 * 4 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).isEqualTo(50);
  }

  @Test
  void turnsAreTakenUntilManyMessagesHadNoTrouble() {
    size.contended(50, Duration.ZERO);
    calm(4 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).isEqualTo(50);
    assertThat(portionOfAnother()).isEqualTo(50);
  }

  @Test
  void whatGoesWrongAgainIsRememberedForLonger() {
    size.overran(2, 2, Duration.ZERO);
    calm(4 * BatchSize.PATIENCE);
    size.overran(2, 2, Duration.ZERO);
    calm(16 * BatchSize.PATIENCE - 1);
    assertThat(size.limit().messages()).isEqualTo(1);
    calm(1);
    assertThat(size.limit().messages()).isEqualTo(2);
  }

  @Test
  void whatCostMuchTimeIsRiskedAgainOnlyWhenThatIsASmallPartOfAll() {
    size.overran(2, 2, Duration.ofSeconds(5));
    now += 4 * BatchSize.PRICE * Duration.ofSeconds(5).toNanos() - 1;
    calm(4 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).isEqualTo(1);
    now++;
    calm(1);
    assertThat(size.limit().messages()).isEqualTo(2);
  }

  @Test
  void whoIsInTheWayOfASingleMessageCannotBeAvoidedByTakingFewer() {
    size.contended(1, Duration.ZERO);
    assertThat(size.limit().messages()).isEqualTo(50);
    assertThat(portionOfAnother()).isEqualTo(50);
  }

  @Test
  void whatNeverWentWrongIsNotSavedUpAgainstLaterTrouble() {
    calm(100 * BatchSize.PATIENCE);
    size.overran(2, 2, Duration.ZERO);
    calm(4 * BatchSize.PATIENCE - 1);
    assertThat(size.limit().messages()).isEqualTo(1);
  }

  @Test
  void whatIsForgottenToTheEndIsAsIfItHadNeverBeen() {
    size.overran(25, 25, Duration.ZERO);
    calm(3 * 4 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).as("12, 24, 48, and all").isEqualTo(50);
    calm(4 * BatchSize.PATIENCE);
    size.overran(2, 2, Duration.ZERO);
    calm(4 * BatchSize.PATIENCE - 1);
    assertThat(size.limit().messages()).isEqualTo(1);
    calm(1);
    assertThat(size.limit().messages()).as("as after the first trouble").isEqualTo(2);
  }

  @Test
  void aSingleMessageInAnothersWayTellsNothingOfTheSizeOfATurn() {
    size.contended(50, Duration.ZERO);
    size.limit();
    size.contended(1, Duration.ZERO);
    assertThat(size.limit().messages()).isEqualTo(50);
  }

  @Test
  void whatIsInAnothersWayTwiceIsRiskedAgainOnlyAfterMoreMessages() {
    alone();
    calm(16 * BatchSize.PATIENCE - 1);
    assertThat(size.limit().messages()).isEqualTo(1);
    calm(1);
    assertThat(size.limit().messages()).isEqualTo(2);
  }

  @Test
  void theTimeThatTroubleCostCountsForFourTimesAsMuchAfterEachFurtherTrouble() {
    size.contended(50, Duration.ZERO);
    size.limit();
    size.contended(50, Duration.ofSeconds(1));
    now += 16 * BatchSize.PRICE * Duration.ofSeconds(1).toNanos() - 1;
    calm(16 * BatchSize.PATIENCE);
    assertThat(size.limit().messages()).isEqualTo(1);
    now++;
    calm(1);
    assertThat(size.limit().messages()).isEqualTo(2);
  }

  @Test
  void whoGoesAloneInAnyCaseTakesNobodysTurn() {
    alone();
    size.left();
    assertThat(size.limit().messages()).isEqualTo(1);
    calm(16 * BatchSize.PATIENCE);
    assertThat(portionOfAnother()).isEqualTo(2);
  }

  @Test
  void aTransactionThatFailedOverranIfItLastedForAllItsTime() {
    size.failed(50, Duration.ofSeconds(10).minusNanos(2));
    assertThat(size.limit().messages()).isEqualTo(50);
    size.failed(40, Duration.ofSeconds(10));
    assertThat(size.limit().messages()).isEqualTo(20);
  }

  @Test
  void aTransactionWithoutMessagesTellsNothingOfTheirTime() {
    size.committed(0, Duration.ofSeconds(1));
    assertThat(size.limit().messages()).isEqualTo(50);
  }

  private void alone() {
    size.contended(50, Duration.ZERO);
    size.limit();
    size.contended(50, Duration.ZERO);
  }

  private int portionOfAnother() {
    return asAnother(() -> size.limit().messages());
  }

  /** By another worker. */
  private int asAnother(Supplier<Integer> act) {
    return CompletableFuture.supplyAsync(act, another).join();
  }

  private void calm(int messages) {
    for (int i = 0; i < messages; i++) {
      size.committed(1, SHORT);
    }
  }
}
