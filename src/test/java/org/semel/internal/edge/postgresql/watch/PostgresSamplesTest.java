// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Sampler;
import org.semel.internal.desk.watch.metrics.SamplingPace;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.edge.postgresql.intent.IntentTable.IntentInterventions;
import org.semel.internal.edge.postgresql.operate.BacklogCounts;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.operations.BacklogCount;
import org.semel.operations.IntentActs.Intervention;
import org.semel.small.SmallServer;

/** The gauges of a real database, and whose turn it is to read them. */
class PostgresSamplesTest {

  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final SmallServer server = SmallServer.shared();
  private final Postgres postgres = server.postgres();
  private final String name = "samples-" + UUID.randomUUID();
  private final AtomicLong nanos = new AtomicLong();
  private final DatabaseTime time = new DatabaseTime(nanos::get);

  @BeforeEach
  void nobodyHasTheTurn() {
    postgres.execute("UPDATE semel_round SET due_at = '-infinity' WHERE kept = 'GAUGES'");
  }

  @Test
  void oneNodeOfAllReadsUntilItIsGone() {
    Sampler one = sampler(true);
    Sampler two = sampler(true);
    assertThat(one.run(false)).isInstanceOf(LoopResult.Succeeded.class);
    two.run(false);
    assertThat(one.samples()).isNotEmpty();
    assertThat(two.samples()).isEmpty();
    one.run(false);
    two.run(false);
    assertThat(one.samples()).as("who has it keeps it").isNotEmpty();
    assertThat(two.samples()).isEmpty();
    nobodyHasTheTurn(); // its time has run out
    two.run(false);
    one.run(false);
    assertThat(two.samples()).isNotEmpty();
    assertThat(one.samples()).as("an old figure would be taken for a new one").isEmpty();
  }

  @Test
  void aNodeThatShowsNoSeriesTakesNoTurnAndKnowsTheTime() {
    Sampler healthOnly = sampler(false);
    healthOnly.run(false);
    assertThat(healthOnly.isWritable()).isTrue();
    assertThat(time.now()).isPresent();
    assertThat(sampled(sampler(true))).isNotEmpty();
  }

  @Test
  void whatIsOldIsNotShown() {
    Sampler sampler = sampler(true);
    sampler.run(false);
    assertThat(sampler.age()).isPresent();
    nanos.addAndGet(EVERY.multipliedBy(4).toNanos());
    assertThat(sampler.samples()).isEmpty();
    assertThat(sampler.age()).isEmpty();
    assertThat(sampler.isWritable()).isFalse();
  }

  @Test
  void theTablesOfAConsumerAreCounted() {
    consumer();
    postgres.execute(
        "INSERT INTO semel_parked (consumer, reason, detail, headers, form, body, destination, message_id, deliveries)"
            + " VALUES ('%s', 'CONFLICT', '', '{}', 'TEXT', '', 'q', '', 1)".formatted(name));
    stored("RECEIVED", "now() - interval '2 minutes'", "now()");
    stored("IN_PROGRESS", "now() - interval '1 minute'", "now() - interval '30 seconds'");
    stored("FAILED_RETRYABLE", "now()", "now()");
    List<Sample> samples = sampled(sampler(true));
    assertThat(of(samples, Series.PARKED_NOW, name, "CONFLICT")).isEqualTo(1);
    assertThat(of(samples, Series.PENDING, name)).isEqualTo(2);
    assertThat(of(samples, Series.PENDING_AGE, name)).isBetween(120.0, 3600.0);
    assertThat(of(samples, Series.LEASE_AGE, name)).isBetween(30.0, 3600.0);
    assertThat(of(samples, Series.RETRYABLE, name)).isEqualTo(1);
    assertThat(of(samples, Series.HELD, name)).isZero();
    assertThat(of(samples, Series.GAPS, name)).isZero();
  }

  /** Of one that is parked a person knows: it must not hide another one, nor be told twice. */
  @Test
  void aGapThatIsParkedIsOpenAndLeavesTheAgeToTheOthers() {
    consumer();
    gap("told", "now() - interval '1 day'");
    Sampler sampler = sampler(true);
    assertThat(of(sampled(sampler), Series.GAP_AGE, name)).isZero();
    gap("gap", "now() - interval '2 minutes'");
    List<Sample> samples = sampled(sampler);
    assertThat(of(samples, Series.GAPS, name)).isEqualTo(2);
    assertThat(of(samples, Series.GAP_AGE, name)).isBetween(120.0, 3600.0);
  }

  @Test
  void theIntentsOfADestinationAreCounted() {
    postgres.execute(
        "INSERT INTO semel_destination (name, application) VALUES ('%s', '')".formatted(name));
    intent("pending", "NULL");
    intent("parked", "'OUTCOME_UNKNOWN'");
    List<Sample> samples = sampled(sampler(true));
    assertThat(of(samples, Series.INTENTS, name)).isEqualTo(1);
    assertThat(of(samples, Series.INTENT_AGE, name)).isNotNegative();
    assertThat(of(samples, Series.INTENTS_PARKED, name, "OUTCOME_UNKNOWN")).isEqualTo(1);
  }

  /** No route has registered it, so that nobody else would tell that they wait. */
  @Test
  void intentsToADestinationThatNoApplicationDeliversToAreCounted() {
    intent("pending", "NULL");
    List<Sample> samples = sampled(sampler(true));
    assertThat(of(samples, Series.INTENTS, name)).isEqualTo(1);
    assertThat(of(samples, Series.INTENT_AGE, name)).isNotNegative();
  }

  /**
   * What is parked waits for a person; what that person lets go waits for delivery from then on.
   */
  @Test
  void anIntentThatWasParkedWaitsSinceAPersonLetItGoAndAnyOtherSinceItWasRecorded() {
    Sampler sampler = sampler(true);
    UUID parked = intent("parked", "'REFUSED'");
    postgres.execute(
        "UPDATE semel_intent SET recorded_at = now() - interval '1 day' WHERE key = '%s'"
            .formatted(parked));
    Interventions person = new IntentInterventions(server.jdbc(), server.transactions());
    assertThat(commit(() -> person.retry(parked))).isInstanceOf(Intervention.Done.class);
    assertThat(of(sampled(sampler), Series.INTENT_AGE, name)).isBetween(0.0, 3600.0);
    assertThat(age(new BacklogCounts(server.jdbc()).intents(), "pending")).isLessThan(HOUR);
    UUID pending = intent("pending", "NULL");
    postgres.execute(
        "UPDATE semel_intent SET recorded_at = now() - interval '2 hours' WHERE key = '%s'"
            .formatted(pending));
    assertThat(commit(() -> person.retry(pending))).isInstanceOf(Intervention.Done.class);
    assertThat(of(sampled(sampler), Series.INTENT_AGE, name)).isBetween(7200.0, 9000.0);
    assertThat(age(new BacklogCounts(server.jdbc()).intents(), "pending")).isGreaterThan(HOUR);
  }

  /** Likewise. */
  @Test
  void aStoredMessageThatWasParkedWaitsSinceAPersonReleasedItAndAnyOtherSinceItWasReceived() {
    consumer();
    Sampler sampler = sampler(true);
    StoredTable table = new StoredTable(server.jdbc());
    Identity parked = stored(table, "parked", "PARKED");
    move(table, parked, new StageChange.Released());
    assertThat(of(sampled(sampler), Series.PENDING_AGE, name)).isBetween(0.0, 3600.0);
    assertThat(age(new BacklogCounts(server.jdbc()).messages(), "RECEIVED")).isLessThan(HOUR);
    Identity givenBack = stored(table, "given back", "IN_PROGRESS");
    move(table, givenBack, new StageChange.GivenBack());
    assertThat(of(sampled(sampler), Series.PENDING_AGE, name)).isBetween(86400.0, 90000.0);
    assertThat(age(new BacklogCounts(server.jdbc()).messages(), "RECEIVED")).isGreaterThan(HOUR);
  }

  /** Its consumer, or its destination, may run on no node. */
  @Test
  void aRunningPlanOnWhichNoNodeHasWorkedForTenMinutesIsUnattended() {
    Sampler sampler = sampler(true);
    List<Sample> before = sampled(sampler);
    plan("running", "now() + interval '10 minutes'");
    plan("running", "now() - interval '5 minutes'");
    plan("running", "now() - interval '11 minutes'");
    plan("paused", "now() - interval '1 day'");
    List<Sample> samples = sampled(sampler);
    assertThat(plans(samples, "unattended") - plans(before, "unattended")).isEqualTo(1);
    assertThat(plans(samples, "running") - plans(before, "running")).isEqualTo(2);
    assertThat(plans(samples, "paused") - plans(before, "paused")).isEqualTo(1);
  }

  @Test
  void whatTheDatabaseHasInDoubtAndForgottenIsRead() {
    List<Sample> samples = sampled(sampler(true));
    assertThat(of(samples, Series.IN_DOUBT, "database")).isNotNegative();
    assertThat(of(samples, Series.IN_DOUBT_AGE, "database")).isNotNegative();
    assertThat(of(samples, Series.RETENTION, "CLAIM")).isGreaterThan(1.7e9);
    assertThat(of(samples, Series.PLANS, "running")).isNotNegative();
  }

  @Test
  void claimsAreEstimatedByThePlannersStatistics() {
    for (int i = 0; i < 300; i++) {
      postgres.execute(
          "INSERT INTO semel_claim (identity, consumer, key, fingerprint) VALUES (gen_random_uuid(), '%s', '%d', '')"
              .formatted(name, i));
    }
    postgres.execute("ANALYZE semel_claim");
    assertThat(of(sampled(sampler(true)), Series.CLAIM_ROWS, name, "claimed")).isGreaterThan(100);
  }

  private void consumer() {
    postgres.execute(
        "INSERT INTO semel_consumer (name, application, broker, queue, identity, strategy, identity_time) VALUES ('%s', '', '', 'q', 'i', 's', '')"
            .formatted(name));
  }

  private void stored(String state, String received, String due) {
    postgres.execute(
        ("INSERT INTO semel_inbox (identity, consumer, key, headers, form, body, destination, message_id, deliveries, state,"
                + " received_at, due_at) VALUES (gen_random_uuid(), '%s', 'k', '{}', 'TEXT', '', 'q', '', 1, '%s', %s, %s)")
            .formatted(name, state, received, due));
  }

  private void gap(String state, String since) {
    postgres.execute(
        "INSERT INTO semel_version (aggregate, consumer, key, version, state, since) VALUES (gen_random_uuid(), '%s', 'k', 1, '%s', %s)"
            .formatted(name, state, since));
  }

  private void plan(String state, String due) {
    postgres.execute(
        ("INSERT INTO semel_plan (consumer, source, who, why, rate, error_share, digest, filter, size, state, due_at)"
                + " VALUES ('%s', 'PARKED', 'ann', 'mended', 1, 1, gen_random_uuid(), '{}', 1, '%s', %s)")
            .formatted(name, state, due));
  }

  private static double plans(List<Sample> samples, String state) {
    return samples.stream()
        .filter(sample -> sample.series() == Series.PLANS)
        .filter(sample -> sample.labels().equals(List.of(state)))
        .mapToDouble(Sample::value)
        .sum();
  }

  private UUID intent(String state, String reason) {
    UUID key = UUID.randomUUID();
    postgres.execute(
        ("INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, body, digest, state, reason)"
                + " VALUES ('%s', 'c', 'k', '%s', 0, '{}', 'TEXT', '', '', '%s', %s)")
            .formatted(key, name, state, reason));
    return key;
  }

  /** A message of yesterday. */
  private Identity stored(StoredTable table, String key, String state) {
    Identity identity = new Identity(name, key);
    commit(() -> table.store(List.of(new InboxEntry(identity, Messages.text("x")))));
    postgres.execute(
        "UPDATE semel_inbox SET state = '%s', received_at = now() - interval '1 day' WHERE identity = '%s'"
            .formatted(state, identity.digest()));
    return identity;
  }

  private void move(StoredTable table, Identity identity, StageChange change) {
    List<Move> refused =
        commit(
            () ->
                table.move(List.of(new Move(table.find(identity).orElseThrow().leased(), change))));
    assertThat(refused).isEmpty();
  }

  private Duration age(List<BacklogCount> piles, String state) {
    return piles.stream()
        .filter(pile -> pile.owner().equals(name) && pile.state().equals(state))
        .map(BacklogCount::oldest)
        .findFirst()
        .orElseThrow();
  }

  private <T> T commit(Supplier<T> work) {
    Completion<T> completion =
        server.transactions().inNew(EVERY, () -> Decision.commit(work.get()));
    return ((Completion.Committed<T>) completion).value();
  }

  private List<Sample> sampled(Sampler sampler) {
    sampler.run(false);
    return sampler.samples();
  }

  private Sampler sampler(boolean gauges) {
    return new Sampler(
        new SampleTable(server.jdbc()),
        server.transactions(),
        new SamplingPace(EVERY, gauges),
        time,
        nanos::get);
  }

  private static double of(List<Sample> samples, Series series, String... labels) {
    return samples.stream()
        .filter(sample -> sample.series() == series && sample.labels().equals(List.of(labels)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(series + " " + List.of(labels)))
        .value();
  }
}
