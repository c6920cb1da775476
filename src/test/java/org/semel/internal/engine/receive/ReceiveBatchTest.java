// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.World.Passing;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.BatchResult.Idle;
import org.semel.internal.engine.receive.batch.BatchResult.PermanentFault;
import org.semel.internal.engine.receive.batch.BatchResult.TransientFault;
import org.semel.internal.engine.receive.batch.BatchResult.Unacknowledged;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Outcome;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

class ReceiveBatchTest {

  private static final BatchLimit N = new BatchLimit(10, 1000);

  private final World world = new World();
  private final ReceiveBatch batch = world.batch(10);

  @Test
  void aMessageTakesEffectAndIsGone() {
    world.source.add(keyed("1", "a", 1));
    assertThat(ended(batch.run(N))).containsExactly("Processed 1");
    assertThat(world.handled).hasSize(1);
    assertThat(world.source.size()).isZero();
  }

  @Test
  void theSecondDeliveryIsAbsorbed() {
    world.source.add(keyed("1", "a", 1));
    batch.run(N);
    world.source.add(keyed("1", "a", 1));
    assertThat(ended(batch.run(N))).containsExactly("Duplicate 1");
    assertThat(world.handled).hasSize(1);
    assertThat(world.parking.rows()).isEmpty();
  }

  @Test
  void manyMessagesAreHandledInOrderInOneTransaction() {
    world.source.add(
        keyed("1", "a", 1), keyed("2", "b", 1), keyed("1", "a", 1), keyed("3", "c", 1));
    assertThat(ended(batch.run(N)))
        .containsExactly("Processed 1", "Processed 2", "Duplicate 1", "Processed 3");
    assertThat(world.handled)
        .extracting(message -> new String(message.body().bytes(), StandardCharsets.UTF_8))
        .containsExactly("a", "b", "c");
  }

  @Test
  void noMoreThanAskedForAreTaken() {
    world.source.add(keyed("1", "a", 1), keyed("2", "b", 1));
    batch.run(new BatchLimit(1, 1000));
    assertThat(world.source.size()).isEqualTo(1);
  }

  @Test
  void whenNothingIsThereNothingIsWritten() {
    assertThat(batch.run(N)).isEqualTo(new Idle());
  }

  @Test
  void theDatabaseJoinsBeforeTheBroker() {
    world.source.outage(new Passing());
    batch.run(N);
    assertThat(world.inbox.joined()).isEqualTo(1);
    assertThat(world.source.received()).isZero();
  }

  @Test
  void theSourceIsToldOfEveryEnd() {
    batch.run(N);
    world.source.add(keyed("1", "a", 1));
    batch.run(N);
    world.route = failing(new IllegalStateException());
    world.source.add(keyed("2", "a", 1));
    batch.run(N);
    assertThat(world.source.ends())
        .containsExactly(Outcome.UNDONE, Outcome.COMMITTED, Outcome.UNDONE);
  }

  /** Else it would acknowledge what is not there. */
  @Test
  void aSourceWhoseTransactionDoesNotCommitIsToldThatNothingHasHappened() {
    world.source.add(keyed("1", "a", 1));
    world.transactions.failNextCommit(new Passing());
    assertThat(batch.run(N)).isInstanceOf(TransientFault.class);
    world.route = failing(new Passing());
    assertThat(batch.run(N)).isInstanceOf(TransientFault.class);
    assertThat(world.source.ends()).containsExactly(Outcome.UNDONE, Outcome.UNDONE);
  }

  /** Its own transaction has nothing in it but the suspect's receipt, which has taken effect. */
  @Test
  void aSourceIsToldThatABatchIsDoneOnlyIfAllOfItIs() {
    world.route = failingFor("bad");
    world.source.add(keyed("1", "good", 1), keyed("2", "bad", 1), keyed("3", "good", 1));
    while (world.source.size() > 0) {
      int before = world.source.size();
      batch.run(N);
      assertThat(last(world.source.ends()))
          .isEqualTo(world.source.size() == before ? Outcome.UNDONE : Outcome.COMMITTED);
    }
    assertThat(world.parking.rows()).hasSize(1);
  }

  private static Outcome last(List<Outcome> ends) {
    return ends.get(ends.size() - 1);
  }

  @Test
  void theRouteSeesOnlyTheHeadersThatThePolicyAdmits() {
    Message message =
        new Message(
            Headers.of(Map.of("key", "1", "seen", "s", "hidden", "h", "CamelSqlQuery", "drop")),
            Body.none(),
            Messages.origin(1));
    world.source.add(message);
    batch.run(N);
    assertThat(world.handled.get(0).headers()).isEqualTo(Headers.of(Map.of("seen", "s")));
  }

  @Test
  void aRouteThatFailsUndoesEverythingAndItsAttemptIsWrittenDown() {
    IllegalStateException fault = new IllegalStateException("no stock");
    world.route = failing(fault);
    Message message = keyed("1", "a", 1);
    world.source.add(message);
    assertThat(batch.run(N))
        .isEqualTo(
            new PermanentFault(
                1,
                Optional.of(new FailedMessage(world.identity("1"), message, failures(1, fault))),
                fault));
    assertThat(world.inbox.claimed(world.identity("1"))).isFalse();
    assertThat(world.source.size()).isEqualTo(1);
  }

  @Test
  void aStackThatOverflowsIsAnAttemptLikeAnyOther() {
    world.route =
        message -> {
          throw new StackOverflowError();
        };
    world.source.add(keyed("1", "a", 1));
    assertThat(batch.run(N)).isInstanceOf(PermanentFault.class);
    assertThat(world.source.size()).isEqualTo(1);
  }

  @Test
  void afterThePolicysAttemptsTheMessageIsParkedWithItsLastFailure() {
    world.route = failing(new IllegalStateException("no stock"));
    world.source.add(keyed("1", "a", 1));
    for (int i = 0; i < 3; i++) {
      assertThat(batch.run(N)).isInstanceOf(PermanentFault.class);
    }
    assertThat(batch.run(N)).isInstanceOf(BatchCommitted.class);
    ParkedMessage parked = world.parking.rows().get(0);
    assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(parked.verdict().detail()).contains("IllegalStateException").contains("no stock");
    assertThat(parked.evidence().identity()).contains(world.identity("1"));
    assertThat(world.source.size()).isZero();
    assertThat(world.attempts.of(List.of(world.identity("1")))).isEmpty();
  }

  @Test
  void aMessageThatIsParkedIsKeptAsItCameWithTheHeadersThatTheRouteDoesNotSee() {
    world.route = failing(new IllegalStateException("no stock"));
    Message message =
        new Message(
            Headers.of(Map.of("key", "1", "seen", "s", "hidden", "h")),
            Body.bytes(new byte[] {0, (byte) 0xFF, 'a'}, "application/octet-stream"),
            Messages.origin(1));
    world.source.add(message);
    for (int i = 0; i < 4; i++) {
      batch.run(N);
    }
    Message kept = world.parking.rows().get(0).message();
    assertThat(kept.headers()).isEqualTo(message.headers());
    assertThat(kept.body()).isEqualTo(message.body());
    assertThat(kept.origin().messageId()).isEqualTo(message.origin().messageId());
  }

  /** However many of the commits fail by then: at no time there are both, or neither. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aMessageIsConsumedAndParkedInOneTransaction(int faults) {
    world.route = failing(new IllegalStateException("no stock"));
    world.source.add(keyed("1", "a", 1));
    for (int i = 0; i < 3; i++) {
      batch.run(N);
    }
    IntStream.range(0, faults).forEach(i -> world.transactions.failNextCommit(new Passing()));
    for (int i = 0; i < 5; i++) {
      batch.run(N);
      assertThat(world.parking.rows()).hasSize(1 - world.source.size());
      assertThat(world.inbox.claimed(world.identity("1"))).isEqualTo(world.source.size() == 0);
    }
    assertThat(world.parking.rows()).hasSize(1);
  }

  @Test
  void aParkedMessageKeepsItsClaimSoThatItsDuplicatesAreAbsorbed() {
    afterThePolicysAttemptsTheMessageIsParkedWithItsLastFailure();
    world.source.add(keyed("1", "a", 1));
    assertThat(ended(batch.run(N))).containsExactly("Duplicate 1");
    assertThat(world.parking.rows()).hasSize(1);
  }

  @Test
  void aMessageThatSucceedsAtLastLeavesNoFailuresBehind() {
    world.route = failing(new IllegalStateException());
    world.source.add(keyed("1", "a", 1));
    batch.run(N);
    world.route = message -> {};
    assertThat(ended(batch.run(N))).containsExactly("Processed 1");
    assertThat(world.attempts.of(List.of(world.identity("1")))).isEmpty();
  }

  @Test
  void ofSeveralNobodyIsBlamedButWhoFailedIsSuspected() {
    world.route = failingFor("bad");
    world.source.add(keyed("1", "good", 1), keyed("2", "bad", 1), keyed("3", "good", 1));
    assertThat(batch.run(N))
        .isInstanceOfSatisfying(
            PermanentFault.class,
            failed -> {
              assertThat(failed.messages()).isEqualTo(3);
              assertThat(failed.message()).isEmpty();
            });
    assertThat(attempts("1", "2", "3")).isEqualTo(Map.of("2", 0));
  }

  @Test
  void aSuspectIsHandledAloneUntilItIsParkedAndItsCompanyTakesEffectOnce() {
    world.route = failingFor("bad");
    world.source.add(keyed("1", "good", 1), keyed("2", "bad", 1), keyed("3", "good", 1));
    batch.run(N);
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(((BatchResult.Aborted) batch.run(N)).because())
          .isInstanceOfSatisfying(
              PermanentFault.class,
              failed ->
                  assertThat(failed.message().map(FailedMessage::identity))
                      .contains(world.identity("2")));
      assertThat(attempts("1", "2", "3")).isEqualTo(Map.of("2", attempt));
    }
    assertThat(batch.run(N)).isInstanceOf(BatchCommitted.class);
    assertThat(world.parking.rows()).hasSize(1);
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    assertThat(world.inbox.claimed(world.identity("3"))).isTrue();
    assertThat(attempts("1", "2", "3")).isEmpty();
    assertThat(world.source.size()).isZero();
  }

  @Test
  void aSuspectThatGoesWellAloneIsAbsorbedWhenItsCompanyFails() {
    world.route = failingFor("bad");
    world.source.add(keyed("1", "bad", 1), keyed("2", "good", 1));
    batch.run(N);
    world.route = failingFor("good");
    assertThat(batch.run(N)).isInstanceOf(BatchResult.Aborted.class);
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    world.route = message -> {};
    int before = world.handled.size();
    assertThat(ended(batch.run(N))).containsExactlyInAnyOrder("Duplicate 1", "Processed 2");
    assertThat(world.handled).hasSize(before + 1);
  }

  /** It has committed: nobody else will ever tell. */
  @Test
  void whatASuspectCameToAloneIsToldThoughItsCompanyFails() {
    world.route = failingFor("bad");
    world.source.add(keyed("1", "bad", 1), keyed("2", "good", 1));
    batch.run(N);
    world.route = failingFor("good");
    assertThat(batch.run(N))
        .isInstanceOfSatisfying(
            BatchResult.Aborted.class,
            aborted -> {
              assertThat(ended(new BatchCommitted(aborted.receipts())))
                  .containsExactly("Processed 1");
              assertThat(aborted.because()).isInstanceOf(PermanentFault.class);
            });
  }

  @Test
  void ifSeveralFailTogetherAndNobodyKnowsWhyAllAreSuspected() {
    world.transactions.failNextCommit(new IllegalArgumentException("a deferred constraint"));
    ReceiveBatch judged =
        new ReceiveBatch(
            world.policy(10),
            world.receiver(10),
            world.source,
            world.transactions,
            fault -> fault instanceof IllegalArgumentException ? Cause.REFUSED : Cause.UNNAMED);
    world.source.add(keyed("1", "a", 1), keyed("2", "b", 1));
    assertThat(judged.run(N)).isInstanceOf(PermanentFault.class);
    assertThat(attempts("1", "2")).isEqualTo(Map.of("1", 0, "2", 0));
    assertThat(judged.run(N)).isInstanceOf(BatchCommitted.class);
    assertThat(attempts("1", "2")).isEmpty();
  }

  @Test
  void largeMessagesAreTakenOneAtATime() {
    world.source.add(
        keyed("1", "a".repeat(600), 1), keyed("2", "b".repeat(600), 1), keyed("3", "c", 1));
    assertThat(ended(batch.run(N))).hasSize(2);
    assertThat(ended(batch.run(N))).hasSize(1);
  }

  @Test
  void aFaultThatPassesBurnsNoAttempt() {
    world.route = failing(new Passing());
    world.source.add(keyed("1", "a", 1));
    for (int i = 0; i < 5; i++) {
      assertThat(batch.run(N)).isInstanceOf(TransientFault.class);
    }
    world.route = message -> {};
    assertThat(ended(batch.run(N))).containsExactly("Processed 1");
  }

  @Test
  void whatFailsBesideTheRouteForAReasonThatNobodyKnowsIsAnAttempt() {
    Intents broken =
        new Intents() {
          @Override
          public void record(Intent intent) {}

          @Override
          public void flush() {
            throw new IllegalArgumentException("a header of unknown type");
          }
        };
    ReceiverStores memory = new ReceiverStores(world.inbox, world.attempts, world.parking, broken);
    Receiver receiver =
        new Receiver(world.policy(1), IdentityRules.header("key"), memory, (message, id) -> {});
    ReceiveBatch one =
        new ReceiveBatch(world.policy(1), receiver, world.source, world.transactions, world.faults);
    world.source.add(keyed("1", "a", 1));
    assertThat(one.run(new BatchLimit(1, 1000)))
        .isInstanceOfSatisfying(
            PermanentFault.class, failed -> assertThat(failed.message()).isPresent());
  }

  @Test
  void aSourceThatFailsIsAnOutageAndNobodysAttempt() {
    MessageSource broken =
        new MessageSource() {
          @Override
          public List<Arrival> receive(BatchLimit most, Duration wait) {
            throw new IllegalStateException("the message cannot be read");
          }

          @Override
          public Optional<Exception> ended(Outcome end) {
            return Optional.empty();
          }

          @Override
          public void rest() {}

          @Override
          public void close() {}
        };
    ReceiveBatch one =
        new ReceiveBatch(
            world.policy(1), world.receiver(1), broken, world.transactions, world.faults);
    assertThat(one.run(new BatchLimit(1, 1000))).isInstanceOf(TransientFault.class);
  }

  @Test
  void whatIsNotAcknowledgedHasTakenEffectAndIsAbsorbedAndCountsNoAttempt() {
    World.Passing fault = new World.Passing();
    world.source.unacknowledged(Optional.of(fault));
    world.source.add(keyed("1", "a", 1));
    for (String receipt : List.of("Processed 1", "Duplicate 1", "Duplicate 1")) {
      assertThat(batch.run(N))
          .isInstanceOfSatisfying(
              Unacknowledged.class,
              kept -> {
                assertThat(kept.cause()).isEqualTo(fault);
                assertThat(ended(kept.done())).containsExactly(receipt);
              });
    }
    assertThat(world.attempts.of(List.of(world.identity("1")))).isEmpty();
    world.source.unacknowledged(Optional.empty());
    assertThat(ended(batch.run(N))).containsExactly("Duplicate 1");
    assertThat(world.source.size()).isZero();
  }

  @Test
  void aCommitThatFailsWithoutAWordBurnsNoAttempt() {
    world.source.add(keyed("1", "a", 1));
    world.transactions.failNextCommit(new World.Silent());
    assertThat(batch.run(N)).isInstanceOf(TransientFault.class);
    assertThat(batch.run(N)).isInstanceOf(BatchCommitted.class);
  }

  @Test
  void aRivalInFlightBurnsNoAttempt() throws Exception {
    var rival = new RivalTransaction(world, "1");
    world.source.add(keyed("1", "a", 1));
    assertThat(batch.run(N)).isInstanceOf(TransientFault.class);
    rival.rollBack();
    assertThat(ended(batch.run(N))).containsExactly("Processed 1");
  }

  @Test
  void aMessageWithoutIdentityIsParkedAtOnceAndNothingElseIsDisturbed() {
    world.source.add(Messages.text("anonymous"), keyed("1", "a", 1));
    assertThat(ended(batch.run(N))).containsExactlyInAnyOrder("Processed 1", "Parked ");
    assertThat(world.parking.rows().get(0).verdict().reason()).isEqualTo(ParkingReason.NO_IDENTITY);
    assertThat(world.parking.rows().get(0).message()).isEqualTo(Messages.text("anonymous"));
  }

  @Test
  void whateverAnIdentityRuleThrowsParksItsMessageAndNobodyElse() {
    IdentityRule rule =
        message -> {
          if (new String(message.body().bytes(), StandardCharsets.UTF_8).equals("hostile")) {
            throw new UnsupportedOperationException("a number of 1,101 digits");
          }
          return IdentityRules.header("key").identify(message);
        };
    ReceiveBatch one =
        new ReceiveBatch(
            world.policy(10),
            new Receiver(
                world.policy(10), rule, world.memory, (message, id) -> world.handled.add(message)),
            world.source,
            world.transactions,
            world.faults);
    world.source.add(keyed("1", "a", 1), keyed("2", "hostile", 1), keyed("3", "c", 1));
    assertThat(one.run(N)).isInstanceOf(BatchCommitted.class);
    assertThat(world.handled).hasSize(2);
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(ParkedMessage::verdict)
        .isEqualTo(
            new ParkedMessage.Verdict(
                ParkingReason.UNREADABLE,
                "reading its identity failed with java.lang.UnsupportedOperationException"));
    assertThat(world.source.size()).isZero();
  }

  @Test
  void whatTheBrokersAdapterRefusedIsParkedForItsReason() {
    world.source.add(
        new Arrival.Refused(
            Messages.text(""),
            new ParkedMessage.Verdict(ParkingReason.TYPE_REFUSED, "an ObjectMessage")));
    assertThat(batch.run(N)).isInstanceOf(BatchCommitted.class);
    assertThat(world.parking.rows().get(0).verdict().reason())
        .isEqualTo(ParkingReason.TYPE_REFUSED);
  }

  @Test
  void aConflictIsParkedWithBothFingerprintsOnceHoweverOftenItComes() {
    world.source.add(keyed("1", "a", 1), keyed("1", "b", 1));
    batch.run(N);
    world.source.add(keyed("1", "b", 1));
    batch.run(N);
    assertThat(world.parking.rows()).hasSize(1);
    ParkedMessage parked = world.parking.rows().get(0);
    assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.CONFLICT);
    assertThat(parked.evidence().conflict().map(Claim.Conflict::recorded))
        .isPresent()
        .isNotEqualTo(parked.evidence().offered());
    assertThat(world.handled).hasSize(1);
  }

  @Test
  void anIntentIsRecordedWithTheEffectOrNotAtAll() {
    world.route =
        message -> {
          world.intents.record(
              new Intent(
                  world.identity("1"),
                  new Intent.Address(new Destination("mail"), 0),
                  Headers.none(),
                  Body.none()));
          if (message.origin().deliveries() == 1) {
            throw new IllegalStateException();
          }
        };
    world.source.add(keyed("1", "a", 1));
    batch.run(N);
    assertThat(world.intents.recorded()).isEmpty();
    batch.run(N);
    assertThat(world.intents.recorded()).hasSize(1);
  }

  /** What the messages of a transaction that committed came to, each with its key. */
  private static List<String> ended(BatchResult result) {
    return ((BatchCommitted) result).receipts().stream().map(ReceiveBatchTest::word).toList();
  }

  private static String word(Receipt receipt) {
    String key = receipt.fold(Identity::key, Identity::key, Identity::key, parked -> "");
    return receipt.getClass().getSimpleName() + " " + key;
  }

  private static Failures failures(int count, Throwable last) {
    return new Failures(count, Failure.of(last));
  }

  private static Consumer<Message> failing(RuntimeException fault) {
    return message -> {
      throw fault;
    };
  }

  private static Consumer<Message> failingFor(String body) {
    return message -> {
      if (new String(message.body().bytes(), StandardCharsets.UTF_8).equals(body)) {
        throw new IllegalStateException();
      }
    };
  }

  private Map<String, Integer> attempts(String... keys) {
    return world.attempts.of(Arrays.stream(keys).map(world::identity).toList()).entrySet().stream()
        .collect(Collectors.toMap(one -> one.getKey().key(), one -> one.getValue().count()));
  }
}
