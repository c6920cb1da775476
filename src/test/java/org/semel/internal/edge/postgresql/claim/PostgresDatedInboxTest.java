// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.receive.claim.AgelessClaimStore;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Claim.Claimed;
import org.semel.internal.engine.receive.claim.Claim.Conflict;
import org.semel.internal.engine.receive.claim.Claim.Duplicate;
import org.semel.internal.engine.receive.claim.Claim.OutOfTime;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ClaimStoreContract;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

class PostgresDatedInboxTest extends ClaimStoreContract {

  private static final Duration WEEK = Duration.ofDays(7);

  private final SmallServer server = SmallServer.shared();
  private final Instant now = Instant.now();
  private final String key = UUID.randomUUID().toString();
  private final String consumer = "dated-" + key;

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ClaimStore inbox() {
    return new DatedClaimTable(server.jdbc(), LOCK_TIMEOUT, WEEK);
  }

  @Override
  protected Offer offer(Identity identity, Fingerprint fingerprint) {
    return new Offer(identity, fingerprint, Optional.of(now));
  }

  @Test
  void anIdentityIsRememberedOnWhateverDayItsTimeLies() {
    for (Instant minted : List.of(now, ago(1), ago(6), now.plus(Duration.ofDays(1)))) {
      assertThat(claim(minted, "a")).isEqualTo(new Claimed());
      assertThat(claim(minted, "a")).isEqualTo(new Duplicate());
      assertThat(claim(minted, "b")).isInstanceOf(Conflict.class);
    }
  }

  @Test
  void whatIsOlderThanAllThatIsRememberedIsNotGuessed() {
    assertThat(claim(ago(9), "a")).isEqualTo(new OutOfTime());
    assertThat(claim(now.plus(Duration.ofDays(4)), "a")).isEqualTo(new OutOfTime());
    assertThat(rows()).isZero();
  }

  /** What took effect on a day that was emptied is not known, however long is remembered now. */
  @Test
  void whatAShorterRuleHasForgottenIsNotGuessedWhereMoreIsRememberedNow() {
    Instant before = ago(10);
    remember(WEEK);
    assertThat(claim(ago(5), "a")).isEqualTo(new Claimed());
    remember(DatedClaimTable.LONGEST);
    assertThat(claim(longest(), offer(before, "a"))).containsExactly(new OutOfTime());
    assertThat(claim(longest(), offer(ago(5), "a"), offer(ago(6), "a")))
        .containsExactly(new Duplicate(), new Claimed());
    remember(WEEK);
    remember(DatedClaimTable.LONGEST);
    assertThat(claim(longest(), offer(before, "a"))).containsExactly(new OutOfTime());
  }

  /** It looks up what the former name knows, and that has forgotten the day. */
  @Test
  void whatAShorterRuleHasForgottenUnderTheFormerNameIsNotGuessedEither() {
    String former = "former-" + consumer;
    remember(former, WEEK);
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_consumer (name, application, broker, queue, identity, strategy, identity_time, former_name)
            VALUES ('%s', '', '', '', '', 'window', 'uuidv7', '%s')
            """
                .formatted(consumer, former));
    remember(former, DatedClaimTable.LONGEST);
    remember(DatedClaimTable.LONGEST);
    assertThat(claim(longest(), offer(ago(10), "a"), offer(ago(5), "a")))
        .containsExactly(new OutOfTime(), new Claimed());
  }

  @Test
  void whatNoShorterRuleHasForgottenIsNewHoweverOldItIs() {
    remember(DatedClaimTable.LONGEST);
    remember(WEEK);
    remember(DatedClaimTable.LONGEST);
    assertThat(claim(longest(), offer(ago(10), "a"))).containsExactly(new Claimed());
  }

  /** It held its claim until a person released it, under a policy that has been set back since. */
  @Test
  void whatHeldItsClaimForLongIsKnownOnceItHasTakenEffectWhereMoreIsRememberedAgain() {
    remember(DatedClaimTable.LONGEST);
    remember(WEEK);
    assertThat(claim(new AgelessClaimStore(inbox()), offer(ago(10), "a")))
        .containsExactly(new Claimed());
    remember(DatedClaimTable.LONGEST);
    assertThat(claim(longest(), offer(ago(10), "a"))).containsExactly(new Duplicate());
  }

  @Test
  void daysMayBeMixedInOneTransactionAndWhatHasNoPlaceDisturbsNobody() {
    claim(ago(3), "a");
    assertThat(claim(offer(ago(3), "a"), offer(ago(30), "a"), offer(ago(2), "a"), offer(now, "a")))
        .containsExactly(new Duplicate(), new OutOfTime(), new Claimed(), new Claimed());
  }

  @Test
  void rowsOfOneDayLieInOnePartitionInTheOrderOfTheirTime() {
    claim(offer(now, "a"), offer(ago(1), "a"));
    assertThat(
            server
                .postgres()
                .texts(
                    "SELECT tableoid::regclass::text FROM semel_window WHERE key = ? ORDER BY identity",
                    key))
        .containsExactly(partition(ago(1)), partition(now));
  }

  private static String partition(Instant time) {
    return DayPartitions.table(DayPartitions.of(DayPartitions.day(time)));
  }

  private Instant ago(int days) {
    return now.minus(Duration.ofDays(days));
  }

  private Offer offer(Instant minted, String body) {
    return new Offer(
        new Identity(consumer, key),
        FingerprintProfile.EXACT.of(Messages.text(body)),
        Optional.of(minted));
  }

  private Claim claim(Instant minted, String body) {
    return claim(offer(minted, body)).get(0);
  }

  private List<Claim> claim(Offer... offers) {
    return claim(inbox(), offers);
  }

  private List<Claim> claim(ClaimStore inbox, Offer... offers) {
    var completion =
        transactions()
            .inNew(Duration.ofSeconds(30), () -> Decision.commit(inbox.claim(List.of(offers))));
    return ((Committed<List<Claim>>) completion).value();
  }

  /** As it is where the policy says the longest time. */
  private ClaimStore longest() {
    return new DatedClaimTable(server.jdbc(), LOCK_TIMEOUT, DatedClaimTable.LONGEST);
  }

  /** As a start of the consumer does. */
  private void remember(Duration age) {
    remember(consumer, age);
  }

  private void remember(String owner, Duration age) {
    transactions()
        .inNew(
            Duration.ofSeconds(30),
            () -> {
              new RetentionTable(server.jdbc())
                  .declare(List.of(new RetentionRule(RetainedKind.WINDOW, owner, age)));
              return Decision.commit(age);
            });
  }

  private long rows() {
    return server.postgres().number("SELECT count(*) FROM semel_window WHERE key = ?", key);
  }
}
