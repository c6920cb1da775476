// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;

/** What transactions promise to the core, whatever stands behind them. */
public abstract class TransactionsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final List<String> heard = new ArrayList<>();

  protected abstract Transactions transactions();

  /** What a bean has in its hands that asks for the server's transaction itself. */
  public interface ByHand {
    void begin() throws Exception;

    void commit() throws Exception;

    void rollback() throws Exception;
  }

  protected abstract ByHand byHand();

  @Test
  void workThatDecidesToCommitIsCommitted() {
    assertThat(transactions().inNew(TIMEOUT, () -> Decision.commit("done")))
        .isEqualTo(new Committed<>("done"));
  }

  @Test
  void workThatDecidesToDiscardIsDiscarded() {
    assertThat(transactions().inNew(TIMEOUT, () -> Decision.discard("nothing")))
        .isEqualTo(new Discarded<>("nothing"));
  }

  @Test
  void workThatThrowsIsRolledBackAndTellsWhy() {
    IOException fault = new IOException("x");
    assertThat(transactions().inNew(TIMEOUT, throwing(fault)))
        .isEqualTo(new RolledBack<>(During.WORK, fault));
  }

  @Test
  void aStackThatOverflowsIsRolledBackLikeAnyOtherFault() {
    StackOverflowError fault = new StackOverflowError();
    assertThat(transactions().inNew(TIMEOUT, throwing(fault)))
        .isEqualTo(new RolledBack<>(During.WORK, fault));
  }

  @Test
  void theEndOfTheVirtualMachineIsThrown() {
    assertThatThrownBy(() -> transactions().inNew(TIMEOUT, throwing(new OutOfMemoryError("test"))))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(transactions().present()).isFalse();
  }

  @Test
  void workThatMarksItsTransactionIsRolledBack() {
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  transactions().rollbackOnly();
                  return Decision.commit("done");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> assertThat(rolledBack.cause()).isInstanceOf(MarkedRollbackOnly.class));
  }

  @Test
  void aTransactionThatCanNoLongerCommitSaysSoWhenAsked() {
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  transactions().requireCommittable();
                  transactions().rollbackOnly();
                  assertThatThrownBy(() -> transactions().requireCommittable())
                      .isInstanceOf(MarkedRollbackOnly.class);
                  return Decision.discard("");
                });
    assertThat(completion).isEqualTo(new Discarded<>(""));
  }

  @Test
  void afterCommitIsHeardAfterACommitOnly() {
    transactions().inNew(TIMEOUT, () -> hearing("committed", Decision.commit("")));
    transactions().inNew(TIMEOUT, () -> hearing("discarded", Decision.discard("")));
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              hearing("marked", Decision.commit(""));
              transactions().rollbackOnly();
              return Decision.commit("");
            });
    assertThat(heard).containsExactly("committed");
  }

  @Test
  void beforeCommitRunsInsideTheTransactionAndCanStillForbidIt() {
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  transactions().afterCommit(() -> heard.add("after"));
                  transactions()
                      .beforeCommit(
                          () -> {
                            heard.add(transactions().present() ? "inside" : "outside");
                            throw new IllegalStateException("no");
                          });
                  return Decision.commit("");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> assertThat(rolledBack.during()).isEqualTo(During.COMMIT));
    assertThat(heard).containsExactly("inside");
  }

  @Test
  void whatIsBoundLivesAsLongAsTheTransaction() {
    for (int i = 0; i < 2; i++) {
      Completion<String> completion =
          transactions()
              .inNew(
                  TIMEOUT,
                  () -> {
                    StringBuilder first = bound();
                    first.append("x");
                    assertThat(bound()).isSameAs(first).hasToString("x");
                    return Decision.commit("");
                  });
      assertThat(completion).isEqualTo(new Committed<>(""));
    }
  }

  @Test
  void anOuterTransactionIsSetAsideAndTakenUpAgain() {
    Completion<Completion<String>> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  bound().append("outer");
                  Completion<String> inner =
                      transactions().inNew(TIMEOUT, () -> Decision.discard(bound().toString()));
                  assertThat(bound()).hasToString("outer");
                  return Decision.commit(inner);
                });
    assertThat(completion).isEqualTo(new Committed<>(new Discarded<>("")));
  }

  @Test
  void outsideMeansOutside() {
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              transactions().outside(() -> heard.add(Boolean.toString(transactions().present())));
              heard.add(Boolean.toString(transactions().present()));
              return Decision.commit("");
            });
    assertThat(heard).containsExactly("false", "true");
  }

  @Test
  void whatNeedsATransactionSaysSo() {
    assertThatThrownBy(() -> transactions().requireActive("do this"))
        .isInstanceOf(NoTransaction.class)
        .hasMessageContaining("do this");
  }

  @Test
  void whoeverCommitsATransactionThatIsNotHisRollsItBack() {
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  hearing("committed", Decision.commit(""));
                  assertThatThrownBy(() -> byHand().commit()).isNotNull();
                  return Decision.commit("");
                });
    assertEndedByTheWork(completion);
    assertThat(heard).isEmpty();
  }

  @Test
  void aTransactionThatItsWorkRollsBackIsNotMistakenForACommittedOne() {
    assertEndedByTheWork(
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  byHand().rollback();
                  return Decision.commit("");
                }));
  }

  @Test
  void aTransactionThatItsWorkReplacedIsUndoneAndSoIsTheOther() {
    assertEndedByTheWork(
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  hearing("ours", Decision.commit(""));
                  byHand().rollback();
                  byHand().begin();
                  return hearing("the other", Decision.commit(""));
                }));
    assertThat(heard).isEmpty();
  }

  @Test
  void workThatThrowsBesidesLeavesTheThreadCleanAsWell() {
    IOException fault = new IOException("x");
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  byHand().rollback();
                  byHand().begin();
                  throw fault;
                });
    assertThat(completion).isEqualTo(new RolledBack<>(During.WORK, fault));
    assertThat(transactions().present()).isFalse();
  }

  @Test
  void anOuterTransactionIsTakenUpAgainWhateverTheInnerWorkDidToItsOwn() {
    Completion<String> outer =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  bound().append("outer");
                  transactions()
                      .inNew(
                          TIMEOUT,
                          () -> {
                            byHand().rollback();
                            byHand().begin();
                            return Decision.commit("");
                          });
                  return Decision.commit(bound().toString());
                });
    assertThat(outer).isEqualTo(new Committed<>("outer"));
  }

  @Test
  void whatWasDoneToALentTransactionIsFound() {
    Completion<String> completion =
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  try (LentTransaction untouched = transactions().lend()) {
                    transactions().inNew(TIMEOUT, () -> Decision.commit(""));
                    transactions().outside(() -> {});
                    untouched.requireIntact();
                  }
                  try (LentTransaction marked = transactions().lend()) {
                    transactions().rollbackOnly();
                    assertThatThrownBy(marked::requireIntact)
                        .isInstanceOf(MarkedRollbackOnly.class);
                    byHand().rollback();
                    assertThatThrownBy(marked::requireIntact).isInstanceOf(TransactionEnded.class);
                    byHand().begin();
                    assertThatThrownBy(marked::requireIntact)
                        .isInstanceOf(TransactionEnded.class)
                        .hasMessageContaining("SEMEL-0208");
                  }
                  return Decision.commit("");
                });
    assertEndedByTheWork(completion);
  }

  @Test
  void whileATransactionThatIsNotOursIsLentNobodyCommitsItEither() throws Exception {
    byHand().begin();
    hearing("committed", Decision.commit(""));
    try (LentTransaction lent = transactions().lend()) {
      assertThatThrownBy(() -> byHand().commit()).isNotNull();
      assertThatThrownBy(lent::requireIntact).isInstanceOf(TransactionEnded.class);
    }
    byHand().begin();
    try (LentTransaction lent = transactions().lend()) {
      lent.requireIntact();
    }
    hearing("its owner", Decision.commit(""));
    byHand().commit();
    assertThat(heard).containsExactly("its owner");
  }

  private void assertEndedByTheWork(Completion<String> completion) {
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> {
              assertThat(rolledBack.during()).isEqualTo(During.WORK);
              assertThat(rolledBack.cause())
                  .isInstanceOf(TransactionEnded.class)
                  .hasMessageContaining("SEMEL-0208");
            });
    assertThat(transactions().present()).isFalse();
  }

  private StringBuilder bound() {
    return transactions().bound("key", StringBuilder.class, StringBuilder::new);
  }

  private Decision<String> hearing(String word, Decision<String> decision) {
    transactions().afterCommit(() -> heard.add(word));
    return decision;
  }

  private static Work<String> throwing(Throwable fault) {
    return () -> {
      if (fault instanceof Error error) {
        throw error;
      }
      throw (Exception) fault;
    };
  }
}
