// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The fault behind each alert, as a test provokes it on a running server. */
public enum AlertFault {
  REPEATED(
      "SemelDuplicateSpike",
      "a producer sends a hundred messages again, three times",
      Measure.GROWTH,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(6),
      "semel_consumer_duplicates_total{consumer=\"alerts-repeated\",event_type=\"\"}"),
  LATE(
      "SemelPendingTooOld",
      "the route of a consumer that stores first waits for something that does not come",
      Measure.LEVEL,
      Phase.START,
      Phase.LATE,
      Duration.ofMinutes(2),
      "semel_inbox_oldest_pending_age_seconds{consumer=\"alerts-hanging\"}"),
  LEASES(
      "SemelStaleInProgress",
      "the server is killed while its workers hold leases on 60 stored messages, and starts again",
      Measure.GROWTH,
      Phase.START,
      Phase.RESTARTED,
      Duration.ofMinutes(2),
      "semel_inbox_leases_reclaimed_total{consumer=\"alerts-hanging\"}"),
  PARKED(
      "SemelParked",
      "a second message comes under a key that took effect; the provider's route of an intent fails",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(2),
      "semel_inbox_parked_count{consumer=\"alerts-conflict\",reason=\"CONFLICT\"}",
      "semel_intent_parked_count{destination=\"alerts-unknown\",reason=\"OUTCOME_UNKNOWN\"}"),
  ALTERED(
      "SemelSideEffectDuplicate",
      "a route makes other bytes of the same message when it comes again",
      Measure.GROWTH,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(2),
      "semel_intent_key_mismatches_total{destination=\"alerts-altered\"}"),
  RETENTION(
      "SemelRetentionFailing",
      "the role loses the right to forget identities, and a day passes",
      Measure.AGE,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofHours(10),
      "semel_retention_last_success_timestamp_seconds{table=\"CLAIM\"}"),
  REPLAYED(
      "SemelReplayOfSideEffects",
      "an admin forgets an identity, and an operator replays its message",
      Measure.GROWTH,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(1),
      "semel_replay_messages_total{consumer=\"alerts-replayed\",intents=\"sent\"}"),
  TERMINAL(
      "SemelTerminalFailures",
      "the route of a consumer fails for eight messages in a row",
      Measure.GROWTH,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(2),
      "semel_inbox_failures_total{consumer=\"alerts-failing\",event_type=\"\",reason=\"terminal\"}"),
  IN_DOUBT(
      "SemelInDoubt",
      "a transaction is prepared in the database, another at the broker, and no one ends them for two minutes",
      Measure.LEVEL,
      Phase.START,
      Phase.LATE,
      Duration.ofMinutes(2),
      "semel_in_doubt_oldest_age_seconds{resource=\"database\"}",
      "semel_in_doubt_oldest_age_seconds{resource=\"broker\"}"),
  REFUSED(
      "SemelConsumerRefused",
      "the database has another queue for the name of a consumer when its route starts again",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(2),
      "semel_consumer_state{consumer=\"alerts-refused\",state=\"refused\"}"),
  INTERRUPTED(
      "SemelConsumerInterrupted",
      "a system that a route needs is away",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(4),
      "semel_consumer_state{consumer=\"alerts-interrupted\",state=\"interrupted\"}"),
  DENIED(
      "SemelAccessDenied",
      "a provider answers 401 to everything, as a token has expired",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(2),
      "semel_intent_circuit_state{destination=\"alerts-denied\"}"),
  OPEN(
      "SemelCircuitOpen",
      "a provider cannot be reached",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(6),
      "semel_intent_circuit_state{destination=\"alerts-away\"}"),
  IDLE(
      "SemelIntentTooOld",
      "an intent of two hours ago waits for a route that is stopped",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(4),
      "semel_intent_oldest_pending_age_seconds{destination=\"alerts-idle\"}"),
  GAP(
      "SemelGapOpen",
      "the second version of an aggregate came half an hour ago, and the first one has not",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(2),
      "semel_gap_oldest_age_seconds{consumer=\"alerts-ordered\"}"),
  PLAN(
      "SemelPlanStands",
      "an operator freezes a plan, and an hour passes",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(35),
      "semel_plan_state{state=\"frozen\"}"),
  PAUSED(
      "SemelPauseForgotten",
      "an operator pauses a destination, and four hours pass",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(125),
      "semel_doctor_findings{code=\"SEMEL-0830\",severity=\"warning\"}"),
  CLOGGED(
      "SemelDoctorError",
      "deliveries to a provider hang",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(9),
      "semel_doctor_findings{code=\"SEMEL-0521\",severity=\"error\"}"),
  AT_REST(
      "SemelDoctorWarning",
      "the route of a consumer is stopped, and an hour passes",
      Measure.LEVEL,
      Phase.RESTARTED,
      Phase.TROUBLED,
      Duration.ofMinutes(35),
      "semel_doctor_findings{code=\"SEMEL-0307\",severity=\"warning\"}"),
  DATABASE(
      "SemelGaugesGone",
      "the database admits no session of the role",
      Measure.ABSENCE,
      Phase.HEALED,
      Phase.AWAY,
      Duration.ofMinutes(4),
      "semel_sample_age_seconds"),
  SILENT(
      "SemelNodeSilent",
      "the server is killed",
      Measure.ABSENCE,
      Phase.START,
      Phase.DOWN,
      Duration.ofMinutes(4),
      "semel_build_info");

  private final String alert;
  private final String words;
  private final Measure measure;
  private final Phase before;
  private final Phase during;
  private final Duration held;
  private final String series;

  AlertFault(
      String alert,
      String words,
      Measure measure,
      Phase before,
      Phase during,
      Duration held,
      String... series) {
    this.alert = alert;
    this.words = words;
    this.measure = measure;
    this.before = before;
    this.during = during;
    this.held = held;
    this.series = String.join("\n", series);
  }

  /** The rule that it is to fire. */
  public AlertRule rule() {
    return AlertRule.named(alert);
  }

  /** What is done. */
  public String words() {
    return words;
  }

  /** All is well then, as far as this fault goes. */
  public Phase before() {
    return before;
  }

  /** The fault is there. */
  public Phase during() {
    return during;
  }

  /** How long each scrape in the fault stands for those that would have followed it. */
  Duration held() {
    return held;
  }

  /** What it moves, with labels; {@code semel_build_info} stands for any version. */
  public List<String> series() {
    return series.lines().toList();
  }

  Measure measure() {
    return measure;
  }

  /** When all is well again. */
  public Phase after() {
    return switch (this) {
      case SILENT -> Phase.RESTARTED;
      case DATABASE -> Phase.BACK;
      default -> Phase.HEALED;
    };
  }

  /** Above this the rule's condition holds. */
  public double threshold() {
    double threshold = rule().threshold();
    return this == REPEATED ? threshold * RATED.toSeconds() : threshold;
  }

  /** Over which time the one rule that compares rates takes them. */
  private static final Duration RATED = Duration.ofMinutes(10);

  /**
   * Of this consumer, destination or code, or of none: the estate has others, with faults of
   * theirs.
   */
  boolean concerns(String sample) {
    Optional<String> owner = SeriesParts.owner(sample);
    return rule().series().contains(SeriesParts.name(sample))
        && owner
            .map(
                name ->
                    series().stream().map(SeriesParts::owner).anyMatch(Optional.of(name)::equals))
            .orElse(true);
  }
}
