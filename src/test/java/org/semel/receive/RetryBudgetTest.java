// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {

  private final AtomicLong now = new AtomicLong();
  private final RetryBudget budget = new RetryBudget(new StoredPolicy.Budget(20, 2), now::get);

  @Test
  void aQuietConsumerHasWhatASecondGives() {
    assertThat(budget.available()).isEqualTo(2);
    budget.spent(2);
    assertThat(budget.available()).isZero();
    now.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(budget.available()).isEqualTo(6);
  }

  @Test
  void retriesAreAShareOfTheTraffic() {
    budget.spent(2);
    budget.earned(50);
    assertThat(budget.available()).isEqualTo(10);
    budget.spent(10);
    assertThat(budget.available()).isZero();
  }

  @Test
  void whatIsNotSpentIsNotSavedUpForAStorm() {
    budget.earned(1_000_000);
    now.addAndGet(TimeUnit.DAYS.toNanos(1));
    assertThat(budget.available()).isEqualTo(100);
  }
}
