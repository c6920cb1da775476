// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What is written when, who is woken, and what a replay leaves out. */
class BufferedIntentsTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryIntents store = new InMemoryIntents(transactions);
  private final WakeUps wakeUps = new WakeUps();
  private final List<Intent> differing = new ArrayList<>();
  private final Set<Identity> forgotten = new HashSet<>();
  private final BufferedIntents intents =
      new BufferedIntents(
          store,
          transactions,
          wakeUps,
          consumer -> consumer.equals("c"),
          causes -> causes.stream().filter(forgotten::contains).collect(Collectors.toSet()),
          differing::add);

  @Test
  void aCommitThatRecordsIntentsWakesTheRelayOfEachDestination() {
    commit(() -> intents.record(intent("c", "1", Body.none())));
    wakeUps.of(MAIL).await(Duration.ofHours(1)); // it was woken, or this never ends
    assertThat(store.recorded()).hasSize(1);
  }

  @Test
  void aRollbackWakesNobody() {
    transactions.inNew(
        TIMEOUT,
        () -> {
          intents.record(intent("c", "1", Body.none()));
          return Decision.discard("");
        });
    assertThat(wakeUps.of(MAIL).signals()).isZero();
    assertThat(store.recorded()).isEmpty();
  }

  @Test
  void whatIsBufferedIsWrittenWhenItIsFlushed() {
    commit(
        () -> {
          intents.record(intent("c", "1", Body.none()));
          assertThat(store.recorded()).isEmpty();
          intents.flush();
          assertThat(store.recorded()).hasSize(1);
          intents.record(intent("c", "2", Body.none()));
        });
    assertThat(store.recorded()).hasSize(2);
    assertThat(wakeUps.of(MAIL).signals()).as("once a transaction").isEqualTo(1);
  }

  @Test
  void whatIsRecordedAsTheTransactionCommitsIsWrittenAtOnce() {
    Intent first = intent("c", "1", Body.none());
    Intent last = intent("c", "2", Body.none());
    Intent other = intent("c", "1", Body.bytes(new byte[] {1}, null));
    commit(
        () -> {
          intents.record(first);
          transactions.beforeCommit(
              () -> {
                intents.record(last);
                leaveOut(other);
              });
        });
    assertThat(store.recorded()).containsExactly(first, last);
    assertThat(differing).containsExactly(other);
  }

  @Test
  void outsideATransactionNothingCanBeRecorded() {
    assertThatThrownBy(() -> intents.record(intent("c", "1", Body.none())))
        .isInstanceOf(NoTransaction.class);
  }

  @Test
  void anIntentOfAConsumerThatHandlesEachMessageOnceIsNeverThereAlready() {
    Intent first = intent("c", "1", Body.none());
    commit(() -> intents.record(first));
    for (Intents again : List.of(intents, new BufferedIntents(store, transactions))) {
      Completion<String> completion =
          transactions.inNew(
              TIMEOUT,
              () -> {
                again.record(first);
                return Decision.commit("");
              });
      assertThat(completion.fault()).get().asString().contains("the key is there already");
    }
  }

  @Test
  void anIntentOfAnEffectThatWasForgottenStaysAsItIsAndThoseBesideItAreWritten() {
    Intent first = intent("c", "1", Body.none());
    Intent other = intent("c", "1", Body.bytes(new byte[] {1}, null));
    Intent beside = intent("c", "2", Body.none());
    commit(() -> intents.record(first));
    forgotten.add(first.cause());
    commit(
        () -> {
          intents.record(other);
          intents.record(beside);
        });
    assertThat(store.recorded()).containsExactlyInAnyOrder(first, beside);
    assertThat(differing).containsExactly(other);
  }

  @Test
  void outsideATransactionThereIsNothingToFlush() {
    intents.flush();
    assertThat(store.recorded()).isEmpty();
  }

  @Test
  void whereMessagesComeAgainTheFirstBytesStayAndOthersAreReported() {
    Intent first = intent("forgetful", "1", Body.none());
    Intent other = intent("forgetful", "1", Body.bytes(new byte[] {1}, null));
    commit(() -> intents.record(first));
    commit(() -> intents.record(first));
    assertThat(differing).isEmpty();
    commit(() -> intents.record(other));
    assertThat(store.recorded()).containsExactly(first);
    assertThat(differing).containsExactly(other);
  }

  @Test
  void whatIsLeftOutIsReportedIfItsBytesAreOthers() {
    Intent first = intent("c", "1", Body.none());
    Intent other = intent("c", "1", Body.bytes(new byte[] {1}, null));
    commit(() -> intents.record(first));
    commit(() -> leaveOut(first));
    assertThat(differing).isEmpty();
    transactions.inNew(
        TIMEOUT,
        () -> {
          leaveOut(other);
          return Decision.discard("");
        });
    assertThat(differing).as("nothing came of it").isEmpty();
    commit(() -> leaveOut(other));
    assertThat(differing).containsExactly(other);
  }

  @Test
  void whereEveryIntentIsLeftOutOnPurposeNobodyAsksForItsBytes() {
    commit(() -> intents.record(intent("c", "1", Body.none())));
    Intent other = intent("c", "1", Body.bytes(new byte[] {1}, null));
    commit(() -> leaveOut(BufferedIntents.EVERY, other));
    assertThat(differing).isEmpty();
  }

  private void leaveOut(Intent intent) {
    leaveOut(all -> true, intent);
  }

  private void leaveOut(Predicate<Intent> unwanted, Intent intent) {
    int left =
        BufferedIntents.suppressing(
                unwanted,
                () -> {
                  intents.record(intent);
                  return "";
                })
            .suppressed();
    assertThat(left).isEqualTo(1);
  }

  @Test
  void whatAReplaySuppressesIsCountedAndNotRecorded() {
    List<Integer> suppressed = new ArrayList<>();
    commit(
        () -> {
          BufferedIntents.Suppressed<String> result =
              BufferedIntents.suppressing(
                  intent -> intent.cause().key().equals("1"),
                  () -> {
                    intents.record(intent("c", "1", Body.none()));
                    intents.record(intent("c", "2", Body.none()));
                    return "done";
                  });
          suppressed.add(result.suppressed());
          intents.record(intent("c", "1", Body.none()));
        });
    assertThat(suppressed).containsExactly(1);
    assertThat(store.recorded().stream().map(intent -> intent.cause().key()))
        .containsExactly("2", "1");
  }

  private void commit(Runnable act) {
    transactions.inNew(
        TIMEOUT,
        () -> {
          act.run();
          return Decision.commit("");
        });
  }

  private static Intent intent(String consumer, String key, Body body) {
    return new Intent(
        new Identity(consumer, key), new Intent.Address(MAIL, 0), Headers.none(), body);
  }
}
