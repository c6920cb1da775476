// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.SemelException;
import org.semel.fake.FakeTransactions;
import org.semel.internal.engine.tx.Propagations.Vote;

class StandardPropagationsTest {

  private final FakeTransactions transactions = new FakeTransactions();
  private final Propagations propagations =
      new StandardPropagations(transactions, Duration.ofSeconds(60));
  private final List<String> heard = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "REQUIRED, new, joined",
    "REQUIRES_NEW, new, new",
    "MANDATORY, refused, joined",
    "SUPPORTS, none, joined",
    "NOT_SUPPORTED, none, none",
    "NEVER, none, refused"
  })
  void theStepRunsWhereThePropagationWantsIt(
      Propagation propagation, String withoutOuter, String withOuter) {
    assertThat(whereItRuns(propagation)).isEqualTo(withoutOuter);
    Completion<String> outer =
        transactions.inNew(
            Duration.ofSeconds(60),
            () -> {
              mark();
              String where = whereItRuns(propagation);
              assertThat(marked()).isTrue();
              return Decision.commit(where);
            });
    assertThat(outer).isEqualTo(new Completion.Committed<>(withOuter));
  }

  @Test
  void aStepThatWantsToRollBackDoesSoWithoutAnException() {
    propagations.run(Propagation.REQUIRED, () -> hearing(Vote.ROLLBACK));
    propagations.run(Propagation.REQUIRED, () -> hearing(Vote.COMMIT));
    assertThat(heard).containsExactly("committed");
  }

  @ParameterizedTest
  @EnumSource(names = {"REQUIRED", "MANDATORY", "SUPPORTS"})
  void aJoinedStepThatWantsToRollBackForbidsItsOwnerToCommit(Propagation propagation) {
    Completion<String> outer =
        transactions.inNew(
            Duration.ofSeconds(60),
            () -> {
              propagations.run(propagation, () -> Vote.ROLLBACK);
              return Decision.commit("");
            });
    assertThat(outer).isInstanceOf(Completion.RolledBack.class);
  }

  @Test
  void aStepOfItsOwnTransactionLeavesTheOuterOneAlone() {
    Completion<String> outer =
        transactions.inNew(
            Duration.ofSeconds(60),
            () -> {
              propagations.run(Propagation.REQUIRES_NEW, () -> Vote.ROLLBACK);
              return Decision.commit("");
            });
    assertThat(outer).isInstanceOf(Completion.Committed.class);
  }

  @Test
  void aCommitThatFailsIsThrown() {
    transactions.failNextCommit(new IllegalStateException("prepare failed"));
    assertThatThrownBy(() -> propagations.run(Propagation.REQUIRED, () -> Vote.COMMIT))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"REQUIRED", "MANDATORY", "SUPPORTS"})
  void aJoinedStepThatFailsForbidsItsOwnerToCommitWhateverBecomesOfItsFailure(
      Propagation propagation) {
    Completion<String> outer =
        transactions.inNew(
            Duration.ofSeconds(60),
            () -> {
              assertThatThrownBy(() -> propagations.run(propagation, this::failing))
                  .hasMessage("the step failed");
              return Decision.commit("");
            });
    assertThat(outer).isInstanceOf(Completion.RolledBack.class);
  }

  private Vote failing() {
    throw new IllegalStateException("the step failed");
  }

  @Test
  void aJoinedStepThatEndsItsOwnersTransactionIsToldSo() {
    List<Throwable> told = new ArrayList<>();
    transactions.inNew(
        Duration.ofSeconds(60),
        () -> {
          try {
            propagations.run(Propagation.REQUIRED, this::endingIt);
          } catch (RuntimeException e) {
            told.add(e);
          }
          return Decision.commit("");
        });
    assertThat(told).singleElement().isInstanceOf(TransactionEnded.class);
  }

  private Vote endingIt() {
    transactions.rollBackByHand();
    return Vote.COMMIT;
  }

  private String whereItRuns(Propagation propagation) {
    List<String> where = new ArrayList<>();
    try {
      propagations.run(
          propagation,
          () -> {
            where.add(!transactions.present() ? "none" : marked() ? "joined" : "new");
            return Vote.COMMIT;
          });
    } catch (SemelException e) {
      assertThat(e).hasMessageContaining("SEMEL-0206").hasMessageContaining(propagation.name());
      where.add("refused");
    }
    return String.join(",", where);
  }

  private void mark() {
    transactions.bound("mark", StringBuilder.class, StringBuilder::new).append("x");
  }

  private boolean marked() {
    return transactions.bound("mark", StringBuilder.class, StringBuilder::new).length() > 0;
  }

  private Vote hearing(Vote vote) {
    transactions.afterCommit(() -> heard.add("committed"));
    return vote;
  }
}
