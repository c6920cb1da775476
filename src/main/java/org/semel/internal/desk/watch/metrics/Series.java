// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.util.List;

/**
 * All series, the one source of their names: what is exposed, the rules of alerts, the dashboard
 * and the pages are held against it. No label is an identity, a key or a message's id.
 */
public enum Series {
  RECEIVED("inbox_messages_received", SeriesType.COUNTER, "consumer", "event_type"),
  DUPLICATES("consumer_duplicates", SeriesType.COUNTER, "consumer", "event_type"),
  CLAIMS("consumer_idempotency_claim", SeriesType.COUNTER, "consumer", "status"),
  FAILURES("inbox_failures", SeriesType.COUNTER, "consumer", "event_type", "reason"),
  PARKED("inbox_parked", SeriesType.COUNTER, "consumer", "event_type", "reason"),
  SKIPPED("consumer_replay_skipped_side_effects", SeriesType.COUNTER, "consumer", "event_type"),
  REPLAYED("replay_messages", SeriesType.COUNTER, "consumer", "intents"),
  RECLAIMED("inbox_leases_reclaimed", SeriesType.COUNTER, "consumer"),
  IGNORED("version_ignored", SeriesType.COUNTER, "consumer"),
  TRANSACTIONS("receive_transactions", SeriesType.COUNTER, "consumer", "outcome"),
  BATCH_SIZE("receive_batch_size", SeriesType.HISTOGRAM, "consumer"),
  TRANSACTION_DURATION("receive_transaction_duration_seconds", SeriesType.HISTOGRAM, "consumer"),
  PROCESSING_DURATION("inbox_processing_duration_seconds", SeriesType.HISTOGRAM, "consumer"),
  CRITICAL_TIME("inbox_critical_time_seconds", SeriesType.HISTOGRAM, "consumer"),
  CONSUMER_STATE("consumer_state", SeriesType.GAUGE, "consumer", "state"),
  PROOF("proof_last_success_timestamp_seconds", SeriesType.GAUGE, "consumer"),
  CONSUMER_THRESHOLD("consumer_alert_threshold", SeriesType.GAUGE, "consumer", "alert"),
  SETTLED("intent_settled", SeriesType.COUNTER, "destination", "outcome"),
  DELIVERY_DURATION("intent_delivery_duration_seconds", SeriesType.HISTOGRAM, "destination"),
  UNKNOWN("intent_unknown_outcomes", SeriesType.COUNTER, "destination"),
  KEY_MISMATCHES("intent_key_mismatches", SeriesType.COUNTER, "destination"),
  CIRCUIT("intent_circuit_state", SeriesType.GAUGE, "destination"),
  PAUSED("intent_paused", SeriesType.GAUGE, "destination"),
  INTENT_THRESHOLD("intent_alert_threshold", SeriesType.GAUGE, "destination", "alert"),
  FINDINGS("doctor_findings", SeriesType.GAUGE, "code", "severity"),
  REFUSED("rest_refused", SeriesType.COUNTER),
  FORGOTTEN("retention_rows_forgotten", SeriesType.COUNTER, "table"),
  BUILD("build_info", SeriesType.GAUGE, "version"),
  SAMPLE_AGE("sample_age_seconds", SeriesType.GAUGE),
  PENDING("inbox_pending_count", SeriesType.SAMPLE, "consumer"),
  PENDING_AGE("inbox_oldest_pending_age_seconds", SeriesType.SAMPLE, "consumer"),
  RETRYABLE("inbox_failed_retryable_count", SeriesType.SAMPLE, "consumer"),
  PARKED_NOW("inbox_parked_count", SeriesType.SAMPLE, "consumer", "reason"),
  LEASE_AGE("inbox_lease_age_seconds", SeriesType.SAMPLE, "consumer"),
  CLAIM_ROWS("consumer_processed_message_rows", SeriesType.SAMPLE, "consumer", "status"),
  HELD("held_count", SeriesType.SAMPLE, "consumer"),
  GAPS("gap_open_count", SeriesType.SAMPLE, "consumer"),
  GAP_AGE("gap_oldest_age_seconds", SeriesType.SAMPLE, "consumer"),
  INTENTS("intent_pending_count", SeriesType.SAMPLE, "destination"),
  INTENT_AGE("intent_oldest_pending_age_seconds", SeriesType.SAMPLE, "destination"),
  INTENTS_PARKED("intent_parked_count", SeriesType.SAMPLE, "destination", "reason"),
  PLANS("plan_state", SeriesType.SAMPLE, "state"),
  RETENTION("retention_last_success_timestamp_seconds", SeriesType.SAMPLE, "table"),
  IN_DOUBT("in_doubt_count", SeriesType.SAMPLE, "resource"),
  IN_DOUBT_AGE("in_doubt_oldest_age_seconds", SeriesType.SAMPLE, "resource");

  private static final String PREFIX = "semel_";

  private final String name;
  private final SeriesType kind;
  private final String labels;
  private final String help;

  Series(String name, SeriesType kind, String... labels) {
    this.name = PREFIX + name;
    this.kind = kind;
    this.labels = String.join(" ", labels);
    this.help = SeriesHelp.of(name);
  }

  /** The type of a series. */
  public enum SeriesType {
    /** Grows; begins at zero when its consumer or destination starts. */
    COUNTER,
    /** A value of this node. */
    GAUGE,
    /** A value in the database, which one node at a time reads. */
    SAMPLE,
    /** A distribution of values over ranges of size. */
    HISTOGRAM
  }

  /** The name under which it is exposed; the buckets of a histogram have an ending beside. */
  public String exposed() {
    return kind == SeriesType.COUNTER ? name + "_total" : name;
  }

  public SeriesType kind() {
    return kind;
  }

  public List<String> labels() {
    return labels.isEmpty() ? List.of() : List.of(labels.split(" ", -1));
  }

  /** The meaning, for people. */
  public String help() {
    return help;
  }
}
