// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.RetentionStore;
import org.semel.internal.engine.keep.SweepLease;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.keep.SweepStep;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.Identities.Erasure;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.OpsWorld;
import org.semel.small.SmallServer;

/** What was sent or received is kept for as long as somebody needs it, and no longer. */
class PostgresErasureTest {

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the customer asked for it");
  private static final SweepPace PACE =
      new SweepPace(Duration.ofHours(1), Duration.ofMinutes(1), Duration.ZERO, 128);

  private final PostgresOpsWorld world = new PostgresOpsWorld();
  private final Postgres postgres = SmallServer.shared().postgres();
  private final Identity identity = new Identity("c-" + UUID.randomUUID(), "1");
  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final Message message = Messages.keyed("1", "secret", 1);
  private final Offer offer = new Offer(identity, FingerprintProfile.EXACT.of(message));
  private final Operations operations =
      world.operations(
          new Replayer(),
          name -> ReplayRule.ALLOWED,
          () -> List.of(destination),
          OpsWorld.NO_DEAD_LETTERS);

  @Test
  void whatWasDeliveredKeepsKeyDigestAndReferenceAndNotWhatWasSent() {
    UUID key = record();
    settle(new Settlement.Delivered(Optional.of(new ProviderReference("receipt 17"))));
    assertThat(intents(key, "state = 'delivered' AND reference = 'receipt 17'")).isEqualTo(1);
    assertThat(intents(key, "body = '' AND headers::text = '{}'")).isEqualTo(1);
    assertThat(intents(key, "digest = sha256('secret'::bytea)")).isEqualTo(1);
  }

  @Test
  void whatIsTriedAgainOrParkedIsKeptUntilItIsWithdrawn() {
    UUID key = record();
    settle(new Settlement.RetryAt(Duration.ZERO, "timed out", Trace.POSSIBLE));
    settle(new Settlement.Parked(Settlement.IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    operations.intents().retry(key, ANN);
    settle(new Settlement.Parked(Settlement.IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    assertThat(intents(key, "body = 'secret'::bytea AND headers::text LIKE '%Ann%'")).isEqualTo(1);
    operations.intents().withdraw(key, ANN);
    assertThat(intents(key, "body = '' AND headers::text = '{}'")).isEqualTo(1);
  }

  @Test
  void whatAPersonSaysWasDeliveredIsKeptNoLonger() {
    UUID key = record();
    settle(new Settlement.Parked(Settlement.IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    operations.intents().delivered(key, "receipt 17", ANN);
    assertThat(intents(key, "body = '' AND headers::text = '{}'")).isEqualTo(1);
  }

  @Test
  void whatAFailureQuotedGoesWithTheBodiesAndTheFailureIsStillCounted() {
    world.act(() -> world.memory().attempts().failed(offer, new Failure("Kind", "secret")));
    declare(
        new RetentionRule(RetainedKind.ATTEMPT, identity.consumer(), Duration.ofDays(30)),
        new RetentionRule(RetainedKind.BODY, identity.consumer(), Duration.ofDays(1)));
    sweep(RetainedKind.ATTEMPT);
    assertThat(attempts("detail = 'secret'")).isEqualTo(1);
    postgres.execute(
        "UPDATE semel_attempt SET failed_at = failed_at - interval '25 hours' WHERE consumer = '%s'"
            .formatted(identity.consumer()));
    sweep(RetainedKind.ATTEMPT);
    assertThat(attempts("failures = 1 AND kind = 'Kind' AND detail = ''")).isEqualTo(1);
  }

  @Test
  void aForgottenIdentityLeavesNothingOfASettledCaseNorOfItsFailures() {
    world.claim(offer);
    park();
    operations
        .parked()
        .withdraw(operations.parked().waiting(identity.consumer(), 0, 1).get(0).id(), ANN);
    postgres.execute(
        "INSERT INTO semel_attempt (identity, consumer, key, failures, kind, detail, failure_group) VALUES ('%s', '%s', '1', 1, 'Kind', 'secret', 'Kind')"
            .formatted(identity.digest(), identity.consumer()));
    assertThat(operations.identities().forget(identity, ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    assertThat(cases("state = 'withdrawn' AND body = '' AND headers::text = '{}' AND detail = ''"))
        .isEqualTo(1);
    assertThat(attempts("true")).isZero();
  }

  @Test
  void whatIsErasedIsErasedWhereverItLies() {
    world.claim(offer);
    park();
    operations
        .parked()
        .withdraw(operations.parked().waiting(identity.consumer(), 0, 1).get(0).id(), ANN);
    world.act(
        () -> {
          world.memory().bodies().keep(identity, message);
          world.memory().bodies().flush();
          return world.stored().store(List.of(new InboxEntry(identity, message)));
        });
    postgres.execute(
        "UPDATE semel_inbox SET state = 'COMPLETED', detail = 'secret' WHERE consumer = '%1$s'; INSERT INTO semel_attempt (identity, consumer, key, failures, kind, detail, failure_group) VALUES ('%2$s', '%1$s', '1', 1, 'Kind', 'secret', 'Kind')"
            .formatted(identity.consumer(), identity.digest()));
    assertThat(operations.identities().erase(identity, ANN)).isEqualTo(new Erasure.Erased(4));
    assertThat(ours("semel_body", "true")).isZero();
    assertThat(cases("body = '' AND headers::text = '{}' AND detail = ''")).isEqualTo(1);
    assertThat(ours("semel_inbox", "body = '' AND headers::text = '{}' AND detail IS NULL"))
        .isEqualTo(1);
    assertThat(attempts("failures = 1 AND detail = ''")).isEqualTo(1);
    assertThat(ours("semel_claim", "true")).isEqualTo(1);
  }

  /** Else no copy of it could be absorbed. */
  @Test
  void whatIsLeftOfAStoredMessageThatHadFailedCanBeRead() {
    world.act(() -> world.stored().store(List.of(new InboxEntry(identity, message))));
    postgres.execute(
        "UPDATE semel_inbox SET state = 'COMPLETED', reason = 'TERMINAL_FAILURE', kind = 'Kind', detail = 'secret', failure_group = 'Kind' WHERE consumer = '%s'"
            .formatted(identity.consumer()));
    assertThat(operations.identities().erase(identity, ANN)).isEqualTo(new Erasure.Erased(1));
    assertThat(world.look(() -> world.stored().find(identity)))
        .hasValueSatisfying(
            found -> {
              assertThat(found.erased()).isTrue();
              assertThat(found.leased().history().verdict())
                  .contains(new Verdict(ParkingReason.TERMINAL_FAILURE, new Failure("Kind", "")));
            });
  }

  /** Else its first effect would pass for a repeat later. */
  @Test
  void whatWasWithdrawnIsForgottenAsThatThoughRetentionHasEmptiedWhatWasStored() {
    world.act(() -> world.stored().store(List.of(new InboxEntry(identity, message))));
    park();
    postgres.execute(
        "UPDATE semel_inbox SET state = 'PARKED', ended_at = clock_timestamp() - interval '25 hours' WHERE consumer = '%s'"
            .formatted(identity.consumer()));
    operations
        .parked()
        .withdraw(operations.parked().waiting(identity.consumer(), 0, 1).get(0).id(), ANN);
    declare(
        new RetentionRule(RetainedKind.CLAIM, identity.consumer(), Duration.ofDays(30)),
        new RetentionRule(RetainedKind.STORED, identity.consumer(), Duration.ofDays(1)));
    sweep(RetainedKind.STORED);
    assertThat(ours("semel_inbox", "erased AND body = ''")).isEqualTo(1);
    assertThat(operations.identities().forget(identity, ANN))
        .isEqualTo(new ForgetResult.Forgotten());
    assertThat(ours("semel_inbox", "true")).isZero();
    assertThat(
            postgres.texts(
                "SELECT outcome FROM semel_audit WHERE act = 'FORGET' AND identity = ?::uuid",
                identity.digest().toString()))
        .containsExactly("forgotten; it was withdrawn");
  }

  private void park() {
    ParkedMessage parked =
        new ParkedMessage(
            identity.consumer(),
            message,
            new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "secret"),
            IdentityEvidence.of(offer).holdingClaim());
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
  }

  private UUID record() {
    Intent intent =
        new Intent(
            identity,
            new Intent.Address(destination, 0),
            Headers.of(Map.of("name", "Ann")),
            Body.bytes("secret".getBytes(StandardCharsets.UTF_8), null));
    return world.act(
        () -> {
          world.memory().intents().record(intent);
          return intent.key();
        });
  }

  private void settle(Settlement settlement) {
    world.act(
        () -> {
          Lease lease = world.queue().lease(destination, 1, Duration.ofMinutes(5)).get(0);
          return world.queue().settle(List.of(new SettledLease(lease, settlement)));
        });
  }

  private void declare(RetentionRule... rules) {
    world.act(
        () -> {
          forgetting().declare(List.of(rules));
          return rules;
        });
  }

  private void sweep(RetainedKind kept) {
    postgres.execute("UPDATE semel_round SET due_at = '-infinity' WHERE kept = '" + kept + "'");
    SweepLease turn = world.act(() -> forgetting().take(kept, PACE)).orElseThrow();
    SweepStep step;
    do {
      step = world.act(() -> forgetting().step(turn, PACE));
    } while (step instanceof SweepStep.Advanced);
    assertThat(step).isInstanceOf(SweepStep.Finished.class);
  }

  private static RetentionStore forgetting() {
    return new RetentionTable(SmallServer.shared().jdbc());
  }

  private long intents(UUID key, String where) {
    return postgres.number("SELECT count(*) FROM semel_intent WHERE key = ? AND " + where, key);
  }

  private long attempts(String where) {
    return ours("semel_attempt", where);
  }

  private long cases(String where) {
    return ours("semel_parked", where);
  }

  private long ours(String table, String where) {
    return postgres.number(
        "SELECT count(*) FROM " + table + " WHERE consumer = ? AND " + where, identity.consumer());
  }
}
