// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.claim.Claim;
import org.semel.internal.claim.Claim.Busy;
import org.semel.internal.claim.Claim.Claimed;
import org.semel.internal.claim.Claim.Duplicate;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.claim.Offer;
import org.semel.internal.identity.FingerprintProfile;
import org.semel.internal.postgresql.claim.UndatedClaimTable;
import org.semel.internal.postgresql.claim.WindowTable;
import org.semel.internal.tx.Completion.Committed;
import org.semel.internal.tx.Completion.Discarded;
import org.semel.internal.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/**
 * Duplicates on either side of midnight. Some inboxes are shifted so that it is the last minute of
 * a day for them, others so that it is the first of the next: rivals for one identity write to
 * different partitions.
 */
class WindowEdgeTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration WINDOW = Duration.ofDays(2);

  private final SmallServer server = SmallServer.shared();
  private final String consumer = "edge-" + UUID.randomUUID();
  private final ExecutorService writers = Executors.newFixedThreadPool(64);
  private ClaimStore before;
  private ClaimStore after;

  @BeforeEach
  void midnight() {
    long now = Instant.now().getEpochSecond();
    long midnight = (now / 86_400 + 1) * 86_400;
    before = inbox(Duration.ofSeconds(midnight - 30 * 60 - now));
    after = inbox(Duration.ofSeconds(midnight + 60 - now));
  }

  @AfterEach
  void stop() {
    writers.shutdownNow();
  }

  @Test
  void sixtyFourWritersOnBothSidesOfMidnightClaimEachIdentityOnce() throws Exception {
    int keys = 40;
    CountDownLatch start = new CountDownLatch(1);
    List<CompletableFuture<Long>> claimed = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      ClaimStore side = i % 2 == 0 ? before : after;
      List<Offer> offers = shuffled(keys, new Random(i));
      claimed.add(CompletableFuture.supplyAsync(() -> claimedOf(side, offers, start), writers));
    }
    start.countDown();
    long sum = 0;
    for (CompletableFuture<Long> one : claimed) {
      sum += one.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(sum).isEqualTo(keys);
    assertThat(rows()).isEqualTo(keys);
  }

  @Test
  void whatWasClaimedBeforeMidnightIsADuplicateAfterItAndTheOtherWayRound() {
    claim(before, offer("a"));
    assertThat(claim(after, offer("a"))).containsExactly(new Duplicate());
    claim(after, offer("b"));
    assertThat(claim(before, offer("b"))).containsExactly(new Duplicate());
  }

  @Test
  void aRivalOnTheOtherSideIsWaitedForAndItsEndDecides() throws Exception {
    assertThat(claimWhileARivalHolds(before, after, true)).containsExactly(new Duplicate());
    assertThat(claimWhileARivalHolds(after, before, true)).containsExactly(new Duplicate());
    assertThat(claimWhileARivalHolds(before, after, false)).containsExactly(new Claimed());
    assertThat(claimWhileARivalHolds(after, before, false)).containsExactly(new Claimed());
  }

  @Test
  void aBranchThatIsInDoubtSinceBeforeMidnightKeepsItsIdentity() throws SQLException {
    Offer offer = offer("doubt");
    String gid = "edge_" + UUID.randomUUID();
    try (Connection connection = SingleConnection.open(server.postgres())) {
      new UndatedClaimTable(
              new WindowTable(new Jdbc(SingleConnection.of(connection)), WINDOW),
              WINDOW,
              Duration.ZERO)
          .claim(List.of(offer));
      try (Statement statement = connection.createStatement()) {
        statement.execute("PREPARE TRANSACTION '" + gid + "'");
      }
    }
    assertThat(claim(after, offer)).containsExactly(new Busy());
    try (Connection connection = SingleConnection.open(server.postgres());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(true);
      statement.execute("COMMIT PREPARED '" + gid + "'");
    }
    assertThat(claim(after, offer)).containsExactly(new Duplicate());
  }

  @Test
  void whatIsRememberedLastsForTheWholeWindowAndNotForEver() {
    claim(before, offer("a"));
    Duration toNext = Duration.ofSeconds(86_400 - Instant.now().getEpochSecond() % 86_400);
    assertThat(claim(inbox(toNext.plus(Duration.ofDays(1))), offer("a")))
        .containsExactly(new Duplicate());
    assertThat(claim(inbox(toNext.plus(Duration.ofDays(3))), offer("a")))
        .containsExactly(new Claimed());
  }

  private List<Claim> claimWhileARivalHolds(ClaimStore rivals, ClaimStore ours, boolean commits)
      throws Exception {
    Offer offer = offer(UUID.randomUUID().toString());
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<?> rival =
        CompletableFuture.runAsync(
            () ->
                server
                    .transactions()
                    .inNew(
                        TIMEOUT,
                        () -> {
                          List<Claim> claims = rivals.claim(List.of(offer));
                          held.countDown();
                          release.await();
                          return commits ? Decision.commit(claims) : Decision.discard(claims);
                        }),
            writers);
    held.await();
    CompletableFuture<List<Claim>> answer =
        CompletableFuture.supplyAsync(() -> answerTo(ours, offer), writers);
    await().until(() -> waiting() == 1);
    release.countDown();
    rival.get(3, TimeUnit.MINUTES);
    return answer.get(3, TimeUnit.MINUTES);
  }

  private long waiting() {
    return server
        .postgres()
        .number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
  }

  private long claimedOf(ClaimStore inbox, List<Offer> offers, CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return answerTo(inbox, offers.toArray(Offer[]::new)).stream()
        .filter(Claimed.class::isInstance)
        .count();
  }

  /** Claims and commits; a batch that met a slow rival tries again, as the worker would. */
  private List<Claim> answerTo(ClaimStore inbox, Offer... offers) {
    List<Claim> claims = claim(inbox, offers);
    while (claims.contains(new Busy())) {
      claims = claim(inbox, offers);
    }
    return claims;
  }

  private List<Claim> claim(ClaimStore inbox, Offer... offers) {
    var completion =
        server
            .transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  List<Claim> claims = inbox.claim(List.of(offers));
                  return claims.contains(new Busy())
                      ? Decision.discard(claims)
                      : Decision.commit(claims);
                });
    return completion instanceof Discarded<List<Claim>> discarded
        ? discarded.value()
        : ((Committed<List<Claim>>) completion).value();
  }

  private List<Offer> shuffled(int keys, Random random) {
    List<Offer> offers =
        new ArrayList<>(IntStream.range(0, keys).mapToObj(i -> offer("k" + i)).toList());
    Collections.shuffle(offers, random);
    return offers;
  }

  private Offer offer(String key) {
    return new Offer(new Identity(consumer, key), FingerprintProfile.EXACT.of(Messages.text("a")));
  }

  private ClaimStore inbox(Duration shift) {
    WindowTable table = new WindowTable(server.jdbc(), Duration.ofSeconds(2));
    return new UndatedClaimTable(table, WINDOW, shift);
  }

  private long rows() {
    return server
        .postgres()
        .number("SELECT count(*) FROM semel_window WHERE consumer = ?", consumer);
  }
}
