// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchSizeTest {

  private static final Duration SHORT = Duration.ofMillis(1);

  private final BatchSize size = new BatchSize(new Portion(50, 1000), Duration.ofSeconds(10));

  @Test
  void asMuchIsTakenAsThePolicyAllows() {
    size.committed(50, SHORT);
    assertThat(size.portion()).isEqualTo(new Portion(50, 1000));
  }

  @Test
  void noMoreMessagesAreTakenThanFitIntoHalfOfTheTransactionsTime() {
    size.committed(10, Duration.ofSeconds(5));
    assertThat(size.portion().messages()).isEqualTo(10);
    size.committed(1, Duration.ofSeconds(20));
    assertThat(size.portion().messages()).isEqualTo(1);
  }

  @Test
  void oneOverrunTellsHowLongAMessageTakes() {
    size.overran(50, 4, Duration.ofSeconds(12));
    assertThat(size.portion().messages()).isEqualTo(1);
  }

  @Test
  void afterATransactionThatOverranHalfAsMuchIsTakenOfWhatHadBegun() {
    size.overran(50, 40, Duration.ofMillis(10_001));
    assertThat(size.portion().messages()).isEqualTo(19).isLessThan(20);
  }

  @Test
  void whatWasInAnothersWayGoesAlone() {
    size.contended(50);
    assertThat(size.portion().messages()).isEqualTo(1);
  }

  @Test
  void whatWentWrongIsForgottenStepByStepAndOnlyAfterManyMessages() {
    size.contended(50);
    calm(4 * BatchSize.PATIENCE - 1);
    assertThat(size.portion().messages()).isEqualTo(1);
    calm(1);
    assertThat(size.portion().messages()).isEqualTo(2);
    calm(4 * BatchSize.PATIENCE);
    assertThat(size.portion().messages()).isEqualTo(4);
    calm(5 * 4 * BatchSize.PATIENCE);
    assertThat(size.portion().messages()).isEqualTo(50);
  }

  @Test
  void whatGoesWrongAgainIsRememberedForLonger() {
    size.contended(50);
    calm(4 * BatchSize.PATIENCE);
    size.contended(2);
    calm(16 * BatchSize.PATIENCE - 1);
    assertThat(size.portion().messages()).isEqualTo(1);
    calm(1);
    assertThat(size.portion().messages()).isEqualTo(2);
  }

  @Test
  void whoIsInTheWayOfASingleMessageCannotBeAvoidedByTakingFewer() {
    size.contended(1);
    assertThat(size.portion().messages()).isEqualTo(50);
  }

  private void calm(int messages) {
    for (int i = 0; i < messages; i++) {
      size.committed(1, SHORT);
    }
  }
}
