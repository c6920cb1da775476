// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AppetiteTest {

  private final Appetite appetite = new Appetite(new Portion(50, 1000));

  @Test
  void aWorkerTakesAsMuchAsThePolicyAllows() {
    appetite.done(50);
    assertThat(appetite.portion()).isEqualTo(new Portion(50, 1000));
  }

  @Test
  void afterATransactionThatOverranItTakesHalfAsMuchDownToOne() {
    appetite.overran(50);
    assertThat(appetite.portion().messages()).isEqualTo(25);
    appetite.overran(10);
    assertThat(appetite.portion().messages()).isEqualTo(5);
    for (int i = 0; i < 5; i++) {
      appetite.overran(2);
    }
    assertThat(appetite.portion().messages()).isEqualTo(1);
  }

  @Test
  void whenAllGoesWellItGrowsBackButOnlyAsItIsUsed() {
    appetite.overran(50);
    appetite.done(3);
    assertThat(appetite.portion().messages()).isEqualTo(25);
    for (int i = 0; i < 100; i++) {
      appetite.done(appetite.portion().messages());
    }
    assertThat(appetite.portion().messages()).isEqualTo(50);
  }
}
