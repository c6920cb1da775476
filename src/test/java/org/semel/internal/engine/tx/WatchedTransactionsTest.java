// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;

/** A thread that is stuck shows; one that takes its time does not. */
class WatchedTransactionsTest extends TransactionsContract {

  private final AtomicLong now = new AtomicLong(Duration.ofHours(1).toNanos());
  private final FakeTransactions transactions = new FakeTransactions();
  private final WatchedTransactions watched = new WatchedTransactions(transactions, now::get);

  @Test
  void oneThatLastsLongerThanTwiceItsTimeIsStuckUntilItEnds() {
    List<Integer> stuck = new ArrayList<>();
    watched.inNew(
        Duration.ofSeconds(10),
        () -> {
          now.addAndGet(Duration.ofSeconds(20).toNanos());
          stuck.add(watched.stuck());
          now.addAndGet(1);
          stuck.add(watched.stuck());
          return Decision.commit("");
        });
    assertThat(stuck).containsExactly(0, 1);
    assertThat(watched.stuck()).isZero();
  }

  @Test
  void oneThatFailedIsNotStuck() {
    watched.inNew(
        Duration.ofSeconds(1),
        () -> {
          throw new IllegalStateException("no");
        });
    now.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(watched.stuck()).isZero();
  }

  @Test
  void oneWhoseTimeIsTheServersOwnIsNotWatched() {
    Completion<Integer> completion =
        watched.inNew(
            Duration.ZERO,
            () -> {
              now.addAndGet(Duration.ofHours(1).toNanos());
              return Decision.commit(watched.stuck());
            });
    assertThat(completion).isEqualTo(new Completion.Committed<>(0));
  }

  @Override
  protected Transactions transactions() {
    return watched;
  }

  @Override
  protected ByHand byHand() {
    return new ByHand() {
      @Override
      public void begin() {
        transactions.beginByHand();
      }

      @Override
      public void commit() {
        transactions.commitByHand();
      }

      @Override
      public void rollback() {
        transactions.rollBackByHand();
      }
    };
  }
}
