// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.arjuna.ats.internal.jta.transaction.arjunacore.BaseTransaction;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.TransactionsContract;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

class NarayanaTransactionsTest extends TransactionsContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ByHand byHand() {
    return new ByHand() {
      @Override
      public void begin() throws Exception {
        server.manager().begin();
      }

      @Override
      public void commit() throws Exception {
        server.manager().commit();
      }

      @Override
      public void rollback() throws Exception {
        server.manager().rollback();
      }
    };
  }

  @Test
  void theTimeoutOfOneTransactionIsNotThatOfTheNextOnTheSameThread() throws Exception {
    transactions().inNew(Duration.ofSeconds(7), () -> Decision.commit(""));
    server.manager().begin();
    int timeout = ((BaseTransaction) server.manager()).getTimeout();
    server.manager().rollback();
    assertThat(timeout).isNotEqualTo(7);
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
                      .until(() -> TransactionStatus.of(server.manager().getStatus()).isDoomed());
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

  @Test
  void whatTookTooLongToBeginHasLastedTooLong() {
    TransactionManager slow =
        (TransactionManager)
            Proxy.newProxyInstance(
                TransactionManager.class.getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (proxy, method, arguments) -> {
                  Object answer = method.invoke(server.manager(), arguments);
                  if (method.getName().equals("begin")) {
                    await("the transaction is timed out before its begin returns")
                        .pollInSameThread()
                        .until(() -> TransactionStatus.of(server.manager().getStatus()).isDoomed());
                  }
                  return answer;
                });
    Completion<String> completion =
        new JtaTransactions(slow, server.synchronizations())
            .inNew(
                Duration.ofSeconds(1),
                () -> {
                  throw new IllegalStateException("the route fails, as its transaction is doomed");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> assertThat(rolledBack.during()).isEqualTo(During.OVERTIME));
  }

  @Test
  void anErrorOfTheWorkRollsItsTransactionBackLikeAnyFailure() {
    InternalError error = new InternalError("no font");
    assertThat(
            transactions()
                .inNew(
                    Duration.ofSeconds(30),
                    () -> {
                      throw error;
                    }))
        .isEqualTo(new RolledBack<>(During.WORK, error));
  }

  /** A branch that meets an error where it is asked to do this. */
  static Stream<Arguments> branches() {
    Runnable struck =
        () -> {
          throw new LinkageError("no such method");
        };
    return Stream.of(
        arguments("end", new Bystander().onEnd(struck)),
        arguments("prepare", new Bystander().onPrepare(struck)),
        arguments("commit", new Bystander().onCommit(struck)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("branches")
  void anErrorWhileItIsDecidedLeavesTheThreadCleanAndTheOutcomeUnknown(
      String asked, Bystander struck) {
    Completion<String> completion =
        transactions()
            .inNew(
                Duration.ofSeconds(30),
                () -> {
                  Branches branches = new Branches(server.manager());
                  branches.enlist(struck);
                  branches.enlist(new Bystander());
                  return Decision.commit("");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            Completion.Unknown.class,
            unknown -> assertThat(unknown.cause()).isInstanceOf(LinkageError.class));
    assertThat(transactions().present()).isFalse();
  }

  @Test
  void theEndOfTheVirtualMachineWhileItIsDecidedIsThrownAndLeavesTheThreadClean() {
    Bystander struck =
        new Bystander()
            .onCommit(
                () -> {
                  throw new OutOfMemoryError("test");
                });
    assertThatThrownBy(
            () ->
                transactions()
                    .inNew(
                        Duration.ofSeconds(30),
                        () -> {
                          new Branches(server.manager()).enlist(struck);
                          new Branches(server.manager()).enlist(new Bystander());
                          return Decision.commit("");
                        }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(transactions().present()).isFalse();
  }

  @Test
  void anErrorWhileItIsUndoneLeavesTheThreadClean() {
    LinkageError error = new LinkageError("no such method");
    Bystander struck =
        new Bystander()
            .onRollback(
                () -> {
                  throw error;
                });
    Completion<String> completion =
        transactions()
            .inNew(
                Duration.ofSeconds(30),
                () -> {
                  new Branches(server.manager()).enlist(struck);
                  return Decision.discard("");
                });
    assertThat(completion)
        .as("it is told")
        .isInstanceOfSatisfying(
            RolledBack.class, told -> assertThat(told.cause()).hasSuppressedException(error));
    assertThat(transactions().present()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theEndOfTheVirtualMachineWhileItIsUndoneIsThrownAndLeavesTheThreadClean(boolean fails) {
    OutOfMemoryError end = new OutOfMemoryError("test");
    Bystander struck =
        new Bystander()
            .onRollback(
                () -> {
                  throw end;
                });
    assertThatThrownBy(
            () ->
                transactions()
                    .inNew(
                        Duration.ofSeconds(30),
                        () -> {
                          new Branches(server.manager()).enlist(struck);
                          if (fails) {
                            throw new IllegalStateException("of the work");
                          }
                          return Decision.discard("");
                        }))
        .isSameAs(end);
    assertThat(transactions().present()).isFalse();
  }

  static Stream<Arguments> defects() {
    return Stream.of("begin", "getTransaction")
        .flatMap(
            asked ->
                Stream.of(new IllegalStateException("of it"), new LinkageError("of it"))
                    .map(defect -> arguments(asked, defect)));
  }

  @ParameterizedTest
  @MethodSource("defects")
  void whatCannotBeginForADefectOfTheManagerLeavesTheThreadInItsOwnTransaction(
      String asked, Throwable defect) throws Exception {
    TransactionManager defective =
        (TransactionManager)
            Proxy.newProxyInstance(
                TransactionManager.class.getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals(asked)) {
                    throw defect;
                  }
                  return method.invoke(server.manager(), arguments);
                });
    server.manager().begin();
    Transaction outer = server.manager().getTransaction();
    try {
      Completion<String> completion =
          new JtaTransactions(defective, server.synchronizations())
              .inNew(Duration.ofSeconds(7), () -> Decision.commit(""));
      assertThat(completion).isEqualTo(new RolledBack<>(During.BEGIN, defect));
      assertThat(server.manager().getTransaction()).isEqualTo(outer);
    } finally {
      outer.rollback();
      server.manager().suspend();
    }
  }

  @Test
  void aSessionThatHasGoneIsNotMistakenForAMissingTransaction() throws JMSException {
    XAConnection connection = server.broker().xaFactory().createXAConnection();
    XAResource gone = connection.createXASession().getXAResource();
    connection.close();
    Completion<String> completion =
        transactions()
            .inNew(
                Duration.ofSeconds(30),
                () -> {
                  assertThatThrownBy(() -> new Branches(server.manager()).enlist(gone))
                      .isInstanceOf(IllegalStateException.class)
                      .hasMessageContaining("cannot join the transaction");
                  return Decision.commit("");
                });
    assertThat(completion)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> assertThat(rolledBack.cause()).isNotInstanceOf(AssertionError.class));
  }

  @Test
  void aSessionThatMeetsAMarkedTransactionSaysSo() {
    Completion<String> completion =
        transactions()
            .inNew(
                Duration.ofSeconds(30),
                () -> {
                  transactions().rollbackOnly();
                  assertThatThrownBy(() -> new Branches(server.manager()).enlist(new Bystander()))
                      .isInstanceOf(MarkedRollbackOnly.class)
                      .hasCauseInstanceOf(RollbackException.class);
                  return Decision.discard("");
                });
    assertThat(completion).isInstanceOf(Completion.Discarded.class);
  }
}
