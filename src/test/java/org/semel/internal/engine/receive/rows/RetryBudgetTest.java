// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.policy.StoredPolicy;

class RetryBudgetTest {

  private final AtomicLong now = new AtomicLong();
  private final RetryBudget budget = new RetryBudget(new StoredPolicy.Budget(20, 2), now::get);

  @Test
  void aQuietConsumerHasWhatASecondGives() {
    assertThat(budget.take(100)).isEqualTo(2);
    assertThat(budget.take(100)).isZero();
    now.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(budget.take(100)).isEqualTo(6);
  }

  @Test
  void retriesAreAShareOfTheTraffic() {
    budget.take(2);
    budget.earned(50);
    assertThat(budget.take(100)).isEqualTo(10);
    assertThat(budget.take(100)).isZero();
  }

  @Test
  void whatOneWorkerHasTakenNoOtherHasUntilItIsGivenBack() {
    assertThat(budget.take(1)).isEqualTo(1);
    assertThat(budget.take(25)).isEqualTo(1);
    assertThat(budget.take(25)).isZero();
    budget.givenBack(1);
    assertThat(budget.take(25)).isEqualTo(1);
  }

  /** Messages that failed before and were given back count as retries, and nobody asks for them. */
  @Test
  void whatIsTriedAgainWithoutAskingLeavesNoDebtBehind() {
    for (int pass = 0; pass < 1_000; pass++) {
      budget.givenBack(budget.take(25) - 25);
    }
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(budget.take(25)).isEqualTo(2);
  }

  @Test
  void noMoreThanAHundredAreSavedUp() {
    budget.earned(1_000_000);
    now.addAndGet(TimeUnit.DAYS.toNanos(1));
    assertThat(budget.take(1_000)).isEqualTo(100);
  }
}
