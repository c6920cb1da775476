// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.semel.Together;
import org.semel.internal.engine.receive.claim.Claim.Busy;
import org.semel.internal.engine.receive.claim.Claim.Claimed;
import org.semel.internal.engine.receive.claim.Claim.Conflict;
import org.semel.internal.engine.receive.claim.Claim.Duplicate;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.matrix.Shows;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Messages;

/** What every inbox promises, whatever stands behind it. */
public abstract class ClaimStoreContract {

  public static final Duration LOCK_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final String consumer = "c-" + UUID.randomUUID();

  protected abstract Transactions transactions();

  /** An inbox that waits {@link #LOCK_TIMEOUT} for rivals. */
  protected abstract ClaimStore inbox();

  @Test
  void theFirstDeliveryIsClaimed() {
    assertThat(claimAndCommit(offer("1", "a"))).containsExactly(new Claimed());
  }

  @Test
  void theSecondDeliveryIsADuplicate() {
    claimAndCommit(offer("1", "a"));
    assertThat(claimAndCommit(offer("1", "a"))).containsExactly(new Duplicate());
  }

  @Test
  void theSameIdentityWithAnotherBodyIsAConflictAndShowsTheBodyThatTookEffect() {
    Offer first = offer("1", "a");
    claimAndCommit(first);
    assertThat(claimAndCommit(offer("1", "b")))
        .singleElement(InstanceOfAssertFactories.type(Conflict.class))
        .satisfies(conflict -> assertThat(conflict.recorded()).isEqualTo(first.fingerprint()))
        .satisfies(conflict -> assertThat(conflict.at()).isBefore(Instant.now().plusSeconds(60)));
    assertThat(claimAndCommit(offer("1", "a"))).containsExactly(new Duplicate());
  }

  @Test
  void fingerprintsOfDifferentProfilesAreNoConflict() {
    claimAndCommit(offer("1", "{}"));
    Offer other =
        offer(new Identity(consumer, "1"), FingerprintProfile.JSON.of(Messages.text("{}")));
    assertThat(claimAndCommit(other)).containsExactly(new Duplicate());
  }

  @Test
  void anUpgradeOfTheCanonicalFormTurnsNoOldRowIntoAConflict() {
    byte[] older = FingerprintProfile.EXACT.of(Messages.text("a")).bytes();
    older[0] = (byte) (older[0] + 16);
    older[5]++;
    Identity identity = new Identity(consumer, "1");
    claimAndCommit(offer(identity, Fingerprint.stored(older)));
    assertThat(claimAndCommit(offer("1", "a"))).containsExactly(new Duplicate());
    assertThat(claimAndCommit(offer("1", "b"))).containsExactly(new Duplicate());
  }

  @Test
  void anotherConsumerClaimsTheSameKeyForItself() {
    claimAndCommit(offer("1", "a"));
    Offer other =
        offer(
            new Identity(consumer + "-other", "1"),
            FingerprintProfile.EXACT.of(Messages.text("a")));
    assertThat(claimAndCommit(other)).containsExactly(new Claimed());
  }

  @Test
  void manyAreAnsweredAtOnceAndInOrder() {
    claimAndCommit(offer("2", "a"), offer("4", "a"));
    assertThat(
            claimAndCommit(
                offer("5", "a"),
                offer("4", "a"),
                offer("3", "a"),
                offer("2", "b"),
                offer("1", "a")))
        .hasExactlyElementsOfTypes(
            Claimed.class, Duplicate.class, Claimed.class, Conflict.class, Claimed.class);
  }

  @Test
  void equalsAmongThemselvesCountToo() {
    assertThat(claimAndCommit(offer("1", "a"), offer("1", "a"), offer("1", "b"), offer("2", "a")))
        .hasExactlyElementsOfTypes(Claimed.class, Duplicate.class, Conflict.class, Claimed.class);
  }

  @Test
  void anIdentityClaimedEarlierInTheTransactionIsADuplicateLaterInIt() {
    List<Claim> claims =
        inTransaction(
            () -> {
              List<Claim> all = new ArrayList<>(inbox().claim(List.of(offer("1", "a"))));
              all.addAll(inbox().claim(List.of(offer("1", "a"))));
              return Decision.commit(all);
            });
    assertThat(claims).containsExactly(new Claimed(), new Duplicate());
  }

  @Test
  void nothingIsAskedAboutNothing() {
    assertThat(claimAndCommit()).isEmpty();
  }

  @Test
  void aRollBackIsTheUndoOfAClaim() {
    transactions().inNew(TIMEOUT, () -> Decision.discard(inbox().claim(List.of(offer("1", "a")))));
    assertThat(claimAndCommit(offer("1", "a"))).containsExactly(new Claimed());
  }

  @Test
  @Shows("C6 none")
  void aRivalsCommitMakesOursADuplicate() throws Exception {
    assertThat(claimWhileARivalHolds("1", Decision::commit)).containsExactly(new Duplicate());
  }

  @Test
  void aRivalsRollBackMakesItOurs() throws Exception {
    assertThat(claimWhileARivalHolds("1", Decision::discard)).containsExactly(new Claimed());
  }

  @Test
  void aRivalThatDoesNotEndMakesAllBusy() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<?> rival = rival("1", held, release, Decision::commit);
    held.await();
    List<Claim> claims =
        inTransactionDiscarded(() -> inbox().claim(List.of(offer("0", "a"), offer("1", "a"))));
    release.countDown();
    rival.get(3, TimeUnit.MINUTES);
    assertThat(claims).containsExactly(new Busy(), new Busy());
    assertThat(claimAndCommit(offer("0", "a"))).containsExactly(new Claimed());
  }

  @Test
  void batchesInHostileOrderNeitherDeadlockNorDouble() {
    int keys = 40;
    Random seeded = new Random(20261120);
    List<List<Offer>> batches =
        IntStream.range(0, 200)
            .mapToObj(i -> shuffled(keys, new Random(seeded.nextLong())))
            .toList();
    long claimed =
        Together.call(
                20,
                i -> batches.subList(10 * i, 10 * i + 10).stream().mapToLong(this::claimedOf).sum())
            .stream()
            .mapToLong(Long::longValue)
            .sum();
    assertThat(claimed).isEqualTo(keys);
  }

  private List<Offer> shuffled(int keys, Random random) {
    List<Offer> offers =
        new ArrayList<>(IntStream.range(0, keys).mapToObj(i -> offer("k" + i, "a")).toList());
    Collections.shuffle(offers, random);
    return offers;
  }

  private long claimedOf(List<Offer> offers) {
    return answerTo(offers.toArray(Offer[]::new)).stream()
        .filter(Claimed.class::isInstance)
        .count();
  }

  /** Claims and commits; a batch that met a slow rival tries again, as the worker would. */
  private List<Claim> answerTo(Offer... offers) {
    List<Claim> claims = List.of(new Busy());
    while (claims.contains(new Busy())) {
      claims =
          inTransaction(
              () -> {
                List<Claim> answered = inbox().claim(List.of(offers));
                return answered.contains(new Busy())
                    ? Decision.discard(answered)
                    : Decision.commit(answered);
              });
    }
    return claims;
  }

  /** A rival claims first and ends only after ours has asked. */
  private List<Claim> claimWhileARivalHolds(
      String key, java.util.function.Function<String, Decision<String>> end) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<?> rival = rival(key, held, release, end);
    held.await();
    Thread[] asking = new Thread[1];
    CompletableFuture<List<Claim>> ours =
        CompletableFuture.supplyAsync(
            () -> {
              asking[0] = Thread.currentThread();
              return answerTo(offer(key, "a"));
            });
    await().until(() -> asking[0] != null && Together.waits(asking[0]));
    release.countDown();
    rival.get(3, TimeUnit.MINUTES);
    return ours.get(3, TimeUnit.MINUTES);
  }

  private CompletableFuture<?> rival(
      String key,
      CountDownLatch held,
      CountDownLatch release,
      java.util.function.Function<String, Decision<String>> end) {
    return CompletableFuture.runAsync(
        () ->
            transactions()
                .inNew(
                    TIMEOUT,
                    () -> {
                      inbox().claim(List.of(offer(key, "a")));
                      held.countDown();
                      release.await();
                      return end.apply(key);
                    }));
  }

  private Offer offer(String key, String body) {
    return offer(new Identity(consumer, key), FingerprintProfile.EXACT.of(Messages.text(body)));
  }

  /** An offer as this inbox wants it. */
  protected Offer offer(Identity identity, Fingerprint fingerprint) {
    return new Offer(identity, fingerprint);
  }

  private List<Claim> claimAndCommit(Offer... offers) {
    return inTransaction(() -> Decision.commit(inbox().claim(List.of(offers))));
  }

  private <T> T inTransactionDiscarded(java.util.function.Supplier<T> work) {
    var discarded = transactions().inNew(TIMEOUT, () -> Decision.discard(work.get()));
    return ((org.semel.internal.engine.tx.Completion.Discarded<T>) discarded).value();
  }

  private <T> T inTransaction(org.semel.internal.engine.tx.Work<T> work) {
    var completion = transactions().inNew(TIMEOUT, work);
    if (completion instanceof org.semel.internal.engine.tx.Completion.Discarded<T> discarded) {
      return discarded.value();
    }
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
