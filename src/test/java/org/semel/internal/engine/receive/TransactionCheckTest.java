// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.fake.FakeTransactions;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.ThreadInterrupted;
import org.semel.internal.engine.tx.TransactionEnded;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** What a route did to its transaction and its thread comes to light, whatever it says itself. */
class TransactionCheckTest {

  private static final Identity ID = new Identity("c", "1");
  private static final Message MESSAGE = Messages.text("b");
  private static final Optional<RouteProgress> STEP =
      Optional.of(new RouteProgress("one", Body.none(), Headers.none()));

  private final FakeTransactions transactions = new FakeTransactions();
  private final TransactionCheck check = new TransactionCheck(transactions);

  @AfterEach
  void theThreadIsAsItWas() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void whatARouteOfStepsHasReachedIsPassedOn() {
    SteppedHandler stepped = check.over(steps());
    assertThat(inTransaction(() -> stepped.handle(MESSAGE, ID, STEP)).committed()).contains(STEP);
  }

  @Test
  void aRouteThatBindsItsTransactionToRollBackAndSaysNothingHasFailed() {
    assertThat(faultOf(transactions::rollbackOnly)).isInstanceOf(MarkedRollbackOnly.class);
  }

  @Test
  void aRouteThatEndsItsTransactionAndSaysNothingHasFailed() {
    assertThat(faultOf(transactions::rollBackByHand)).isInstanceOf(TransactionEnded.class);
  }

  @Test
  void aRouteThatLeavesItsThreadInterruptedHasFailedAndTheFlagIsCleared() {
    assertThat(faultOf(Thread.currentThread()::interrupt)).isInstanceOf(ThreadInterrupted.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aThreadThatWasInterruptedBeforeIsNotTheRoutesDoing() {
    Thread.currentThread().interrupt();
    assertThat(over(() -> {}).committed()).isPresent();
    assertThat(Thread.interrupted()).as("as it was").isTrue();
  }

  @Test
  void ofARouteThatFailsAndBindsItsTransactionToRollBackTheFailureIsTold() {
    IllegalStateException failure = new IllegalStateException("no stock");
    Throwable fault =
        faultOf(
            () -> {
              transactions.rollbackOnly();
              throw failure;
            });
    assertThat(fault).isSameAs(failure);
    assertThat(fault.getSuppressed()).hasExactlyElementsOfTypes(MarkedRollbackOnly.class);
  }

  @Test
  void ofARouteThatEndsItsTransactionAndFailsForThatItsMisuseIsTold() {
    IllegalStateException failure = new IllegalStateException("no transaction");
    Throwable fault =
        faultOf(
            () -> {
              transactions.rollBackByHand();
              throw failure;
            });
    assertThat(fault).isInstanceOf(TransactionEnded.class).hasSuppressedException(failure);
  }

  @Test
  void aRoutesOwnFailureIsToldAsItIs() {
    IllegalStateException failure = new IllegalStateException("no stock");
    assertThat(
            faultOf(
                () -> {
                  throw failure;
                }))
        .isSameAs(failure)
        .hasNoSuppressedExceptions();
    StackOverflowError overflow = new StackOverflowError();
    assertThat(
            faultOf(
                () -> {
                  throw overflow;
                }))
        .isSameAs(overflow);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorOfARouteIsLookedAtAsAnyFailure(Error failure) {
    Throwable fault =
        faultOf(
            () -> {
              Thread.currentThread().interrupt();
              throw failure;
            });
    assertThat(fault).isInstanceOf(ThreadInterrupted.class).hasSuppressedException(failure);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  static List<Error> errors() {
    return List.of(new AssertionError("no stock"), new InternalError("no font"));
  }

  private Throwable faultOf(Runnable route) {
    return over(route).fault().orElseThrow();
  }

  private Completion<String> over(Runnable route) {
    Handler checked = check.over((message, identity) -> route.run());
    return inTransaction(
        () -> {
          checked.handle(MESSAGE, ID);
          return "";
        });
  }

  private <T> Completion<T> inTransaction(Callable<T> act) {
    return transactions.inNew(Duration.ofSeconds(10), () -> Decision.commit(act.call()));
  }

  private static SteppedHandler steps() {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Optional<RouteProgress> handle(
          Message message, Identity identity, Optional<RouteProgress> behind) {
        return behind;
      }
    };
  }
}
