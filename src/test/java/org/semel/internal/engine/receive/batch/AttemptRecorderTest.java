// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** What is written down of those who failed, beside the transaction that failed. */
class AttemptRecorderTest {

  private static final Identity FIRST = new Identity("c", "1");
  private static final Identity SETTLED = new Identity("c", "settled");
  private static final Message MESSAGE =
      new Message(Headers.none(), Body.none(), Messages.origin(1));

  private final IllegalStateException fault = new IllegalStateException("x");
  private final Failure kept = Failure.of(fault);
  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryAttempts attempts = new InMemoryAttempts(transactions, SETTLED::equals);
  private final AttemptRecorder blame =
      new AttemptRecorder(attempts, transactions, Duration.ofSeconds(10));

  @Test
  void anAttemptIsCountedForTheOneThatWasAlone() {
    assertThat(blame.attempt(offer(FIRST), MESSAGE, fault))
        .contains(new FailedMessage(FIRST, MESSAGE, new Failures(1, kept)));
    assertThat(blame.attempt(offer(FIRST), MESSAGE, fault))
        .contains(new FailedMessage(FIRST, MESSAGE, new Failures(2, kept)));
  }

  @Test
  void whatTookEffectMeanwhileOrCannotBeWrittenIsNotCounted() {
    assertThat(blame.attempt(offer(SETTLED), MESSAGE, fault)).isEmpty();
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThat(blame.attempt(offer(FIRST), MESSAGE, fault)).isEmpty();
    assertThat(failures()).isNull();
  }

  @Test
  void aStopIsCountedApartFromFailures() {
    blame.stop(offer(FIRST), fault);
    assertThat(failures()).isEqualTo(new Failures(0, 1, kept));
  }

  @Test
  void suspectsAreNotedAndWhereThereAreNoneNothingIsBegun() {
    blame.suspect(List.of(offer(FIRST)), fault);
    assertThat(failures()).isEqualTo(new Failures(0, kept));
    transactions.failNextCommit(new IllegalStateException("away"));
    blame.suspect(List.of(), fault);
    blame.stop(offer(FIRST), fault);
    assertThat(failures())
        .as("the commit that fails was still to come")
        .isEqualTo(new Failures(0, kept));
  }

  @Test
  void whoIsHandledAloneAndNotSeenAgainWasStoppedUnlessExcused() {
    blame.open(offer(FIRST));
    blame.excuse(FIRST);
    blame.open(offer(FIRST));
    assertThat(failures().stops()).isZero();
    blame.open(offer(FIRST));
    assertThat(failures().stops()).isEqualTo(1);
  }

  private Failures failures() {
    return attempts.of(Set.of(FIRST)).get(FIRST);
  }

  private static Offer offer(Identity identity) {
    return new Offer(identity, FingerprintProfile.EXACT.of(Messages.text("b")));
  }
}
