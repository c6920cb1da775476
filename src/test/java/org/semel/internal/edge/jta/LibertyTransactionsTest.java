// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.transaction.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.TransactionCheck;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.TransactionsContract;
import org.semel.message.Identity;
import org.semel.small.liberty.LibertyManager;
import org.semel.small.liberty.LibertyRegistry;

/** Transactions that are only marked at their timeout, as Open Liberty's are. */
class LibertyTransactionsTest extends TransactionsContract {

  private final LibertyManager manager = new LibertyManager();
  private final Transactions transactions =
      new JtaTransactions(manager, new LibertyRegistry(manager));

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected ByHand byHand() {
    return new ByHand() {
      @Override
      public void begin() throws Exception {
        manager.begin();
      }

      @Override
      public void commit() throws Exception {
        manager.commit();
      }

      @Override
      public void rollback() {
        manager.rollback();
      }
    };
  }

  @Test
  void workThatLastsTooLongIsToldFromWorkThatMarks() {
    Completion<String> completion =
        transactions.inNew(
            Duration.ofSeconds(1),
            () -> {
              overrun();
              assertThatThrownBy(transactions::requireCommittable)
                  .isInstanceOf(TransactionTimedOut.class);
              return Decision.commit("");
            });
    assertOvertime(completion);
  }

  @Test
  void workThatMarksInTimeIsNotTakenForWorkThatLasts() {
    Completion<String> completion =
        transactions.inNew(
            Duration.ofMinutes(1),
            () -> {
              transactions.rollbackOnly();
              assertThatThrownBy(transactions::requireCommittable)
                  .isInstanceOf(MarkedRollbackOnly.class);
              return Decision.discard("");
            });
    assertThat(completion).isInstanceOf(Completion.Discarded.class);
  }

  /** What such a route meets is most often a connection that the server has taken from it. */
  @Test
  void aRouteThatFailsAfterItsTimeHasFailedForThat() {
    Completion<String> completion =
        transactions.inNew(
            Duration.ofSeconds(1),
            () -> {
              new TransactionCheck(transactions)
                  .over(
                      (message, identity) -> {
                        overrun();
                        throw new IllegalStateException("the connection has gone");
                      })
                  .handle(null, new Identity("consumer", "key"));
              return Decision.commit("");
            });
    assertOvertime(completion);
  }

  private void overrun() {
    await().pollInSameThread().until(() -> manager.getStatus() == Status.STATUS_MARKED_ROLLBACK);
  }

  private void assertOvertime(Completion<String> completion) {
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> {
              assertThat(rolledBack.during()).isEqualTo(During.OVERTIME);
              assertThat(rolledBack.cause()).isInstanceOf(TransactionTimedOut.class);
            });
    assertThat(transactions.present()).isFalse();
  }
}
