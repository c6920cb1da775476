// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.inbox.Claim;
import org.semel.inbox.Offer;
import org.semel.inbox.Parked;
import org.semel.inbox.Parked.Subject;
import org.semel.inbox.Parked.Verdict;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.message.FingerprintProfile;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.IdentityRules;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.Reason;
import org.semel.receive.Handler;
import org.semel.receive.Memory;
import org.semel.receive.Policies;
import org.semel.receive.Receiver;
import org.semel.receive.Replayer;
import org.semel.tx.Decision;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/**
 * Releasing and withdrawing parked messages. The consumer's route records an intent, so that its
 * effect can be counted wherever it runs.
 */
public abstract class ParkedActsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Mandate ANN = new Mandate("ann", "the price list is mended");

  protected final String consumer = "c-" + UUID.randomUUID();
  private final AtomicInteger calls = new AtomicInteger();
  private final Replayer replayer = new Replayer();
  private volatile Handler route = (message, identity) -> {};
  private ParkedActs acts;

  protected abstract Transactions transactions();

  protected abstract Memory memory();

  protected abstract Cases cases();

  protected abstract Audit audit();

  protected abstract Faults faults();

  /** How many intents of {@link #consumer} are recorded. */
  protected abstract long effects();

  @BeforeEach
  void open() {
    acts = new ParkedActs(new Desk(transactions(), audit()), cases(), replayer, faults());
    replayer.open(
        new Receiver(
            Policies.of(consumer), IdentityRules.header("key"), memory(), this::takeEffect));
  }

  @Test
  void aMessageThatWasTriedTooOftenTakesEffectOnceItIsReleased() {
    long id = exhausted("1");
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.TookEffect());
    assertThat(effects()).isEqualTo(1);
    assertThat(claim("1", "a")).as("claimed again").isInstanceOf(Claim.Duplicate.class);
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.Settled(Case.State.RELEASED));
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void theRouteSeesTheMessageAsItCameWithItsDeliveriesCountedAnew() {
    long id = exhausted("1");
    route =
        (message, identity) -> {
          assertThat(message.body()).isEqualTo(Messages.keyed("1", "a", 1).body());
          assertThat(message.headers().text("key")).contains("1");
          assertThat(message.origin().deliveries()).isEqualTo(1);
          assertThat(identity).isEqualTo(identity("1"));
        };
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.TookEffect());
  }

  @Test
  void aReleaseThatFailsLeavesAllAsItWasAndTheFailureNoted() {
    long id = exhausted("1");
    route =
        (message, identity) -> {
          throw new IllegalStateException("still broken");
        };
    assertThat(acts.release(id, ANN))
        .isEqualTo(new Release.Failed("java.lang.IllegalStateException", "still broken"));
    assertThat(effects()).isZero();
    assertThat(only().standing().failures()).isEqualTo(1);
    assertThat(claim("1", "a")).as("keeps its claim").isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes("1")).containsExactly("failed: java.lang.IllegalStateException");
    route = (message, identity) -> {};
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.TookEffect());
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void manyOperatorsWhoReleaseAtOnceGiveOneEffect() {
    long id = exhausted("1");
    CountDownLatch together = new CountDownLatch(1);
    List<CompletableFuture<Release>> clicks =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          awaitQuietly(together);
                          return acts.release(id, new Mandate("operator " + i, "mended"));
                        }))
            .toList();
    together.countDown();
    List<Release> releases = clicks.stream().map(CompletableFuture::join).toList();
    assertThat(releases).filteredOn(new Release.TookEffect()::equals).hasSize(1);
    assertThat(releases)
        .filteredOn(release -> !(release instanceof Release.TookEffect))
        .allMatch(
            release ->
                release instanceof Release.InHand
                    || release.equals(new Release.Settled(Case.State.RELEASED)));
    assertThat(effects()).isEqualTo(1);
    assertThat(calls).hasValue(1);
    assertThat(outcomes("1")).containsExactly("took effect");
  }

  @Test
  void whileOneReleasesNobodyWithdraws() {
    long id = exhausted("1");
    route =
        (message, identity) ->
            assertThat(elsewhere(() -> acts.withdraw(id, ANN))).isEqualTo(new Withdrawal.InHand());
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.TookEffect());
  }

  @Test
  void aWithdrawnMessageStaysWithoutEffectAndItsDuplicatesAreAbsorbed() {
    long id = exhausted("1");
    assertThat(acts.withdraw(id, ANN)).isEqualTo(new Withdrawal.Withdrawn());
    assertThat(acts.withdraw(id, ANN)).isEqualTo(new Withdrawal.Settled(Case.State.WITHDRAWN));
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.Settled(Case.State.WITHDRAWN));
    assertThat(effects()).isZero();
    assertThat(claim("1", "a")).isInstanceOf(Claim.Duplicate.class);
    assertThat(outcomes("1")).containsExactly("withdrawn");
  }

  @Test
  void aConflictStaysAConflictAndIsNoSecondCase() {
    claim("1", "other");
    long id = parked("1", Reason.CONFLICT);
    assertThat(acts.release(id, ANN))
        .isEqualTo(new Release.Refused(Reason.CONFLICT, "took effect before with another body"));
    assertThat(effects()).isZero();
    assertThat(only().id()).isEqualTo(id);
  }

  @Test
  void aMessageThatTookEffectMeanwhileIsAbsorbed() {
    long id = parked("1", Reason.ATTEMPTS_EXHAUSTED);
    claim("1", "a");
    assertThat(acts.release(id, ANN)).isEqualTo(new Release.Absorbed());
    assertThat(calls).hasValue(0);
    assertThat(outcomes("1")).containsExactly("absorbed");
  }

  @Test
  void whatWasKeptAsEvidenceOnlyIsNeverHandedToARoute() {
    long id = parked("1", Reason.TYPE_REFUSED);
    assertThat(acts.release(id, ANN)).isInstanceOf(Release.Refused.class);
    assertThat(calls).hasValue(0);
  }

  @Test
  void aConsumerThatDoesNotRunHereIsNamed() {
    long id = exhausted("1");
    ParkedActs away =
        new ParkedActs(new Desk(transactions(), audit()), cases(), new Replayer(), faults());
    assertThat(away.release(id, ANN)).isEqualTo(new Release.Elsewhere(consumer));
    assertThat(only().id()).isEqualTo(id);
  }

  @Test
  void whatIsNotThereIsAbsent() {
    assertThat(acts.release(-1, ANN)).isEqualTo(new Release.Absent());
    assertThat(acts.withdraw(-1, ANN)).isEqualTo(new Withdrawal.Absent());
  }

  private void takeEffect(Message message, Identity identity) throws Exception {
    calls.incrementAndGet();
    memory()
        .intents()
        .record(
            new Intent(
                identity,
                new Intent.Address(new Destination("d"), 0),
                Headers.none(),
                message.body()));
    route.handle(message, identity);
  }

  /** Parks a message as the receiver does after its last attempt, claim and all. */
  private long exhausted(String key) {
    write(() -> memory().inbox().claim(List.of(offer(key, "a"))));
    return parked(key, Reason.ATTEMPTS_EXHAUSTED);
  }

  private long parked(String key, Reason reason) {
    Subject subject =
        reason == Reason.CONFLICT
            ? Subject.conflicting(offer(key, "a"), offer(key, "other").fingerprint())
            : Subject.of(offer(key, "a"));
    Parked parked =
        new Parked(consumer, Messages.keyed(key, "a", 4), new Verdict(reason, "x: y"), subject);
    write(() -> memory().parking().park(List.of(parked)));
    return only().id();
  }

  private Identity identity(String key) {
    return new Identity(consumer, key);
  }

  private Offer offer(String key, String body) {
    return new Offer(identity(key), FingerprintProfile.EXACT.of(Messages.keyed(key, body, 1)));
  }

  private Claim claim(String key, String body) {
    return Desk.outcome(
            transactions()
                .inNew(
                    TIMEOUT,
                    () -> Decision.commit(memory().inbox().claim(List.of(offer(key, body))))))
        .get(0);
  }

  private Case only() {
    List<Case> waiting = read(() -> cases().waiting(consumer, 0, 10));
    assertThat(waiting).hasSize(1);
    return waiting.get(0);
  }

  private List<String> outcomes(String key) {
    return read(() -> audit().of(identity(key), 10)).stream()
        .map(line -> line.entry().outcome())
        .toList();
  }

  private <T> T read(Supplier<T> act) {
    return Desk.outcome(transactions().inNew(TIMEOUT, () -> Decision.discard(act.get())));
  }

  private void write(Runnable act) {
    Desk.outcome(
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  act.run();
                  return Decision.commit("");
                }));
  }

  private static <T> T elsewhere(Supplier<T> act) {
    return CompletableFuture.supplyAsync(act).join();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
