// SPDX-License-Identifier: Apache-2.0
package org.semel.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.semel.small.SmallServer;
import org.semel.tx.Completion;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.TransactionTimedOut;
import org.semel.tx.Transactions;
import org.semel.tx.TransactionsContract;

class NarayanaTransactionsTest extends TransactionsContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Test
  void workThatLastsTooLongIsRolledBackForThatAndLeavesTheThreadClean() {
    Completion<String> completion =
        transactions()
            .inNew(
                Duration.ofSeconds(1),
                () -> {
                  await()
                      .pollInSameThread()
                      .until(() -> Phase.of(server.manager().getStatus()).isDoomed());
                  assertThatThrownBy(() -> transactions().requireCommittable())
                      .isInstanceOf(TransactionTimedOut.class);
                  return Decision.commit("");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> {
              assertThat(rolledBack.during()).isEqualTo(During.OVERTIME);
              assertThat(rolledBack.cause()).isInstanceOf(TransactionTimedOut.class);
            });
    assertThat(transactions().present()).isFalse();
  }
}
