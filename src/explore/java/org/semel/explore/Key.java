// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.List;

/** What is drawn. The first value is what a case has without a line. */
@SuppressWarnings("ImmutableEnumChecker") // of List.of
enum Key {
  PROTOCOL(Scope.CONSUMER, "protocol", "xa", "ack-after-commit", "store-first"),
  RECEIVE(Scope.CONSUMER, "receive", "managed", "direct"),
  STRATEGY(Scope.CONSUMER, "strategy", "claim", "window", "version", "natural", "entity"),
  IDENTITY_TIME(Scope.CONSUMER, "identity-time", "none", "uuidv7", "ulid"),
  IDENTITY(
      Scope.CONSUMER,
      "identity",
      "property:key",
      "json:/key",
      "header:JMSCorrelationID",
      "composite:property:tenant,property:key",
      "simple:${header.key}",
      "property:message-key"),
  FINGERPRINT(Scope.CONSUMER, "fingerprint", "exact", "json", "none"),
  BATCH(Scope.CONSUMER, "batch", "50", "1", "7"),
  BATCH_BYTES(Scope.CONSUMER, "batch-bytes", "1MiB", "1KiB"),
  WORKERS(Scope.CONSUMER, "workers", "2", "1", "4"),
  ATTEMPTS(Scope.CONSUMER, "attempts", "3", "1", "2"),
  DELIVERIES(Scope.CONSUMER, "deliveries", "300", "40"),
  TRANSACTION_TIMEOUT(Scope.CONSUMER, "transaction-timeout", "60s", "30s"),
  OUTAGE_STOPS(Scope.CONSUMER, "outage-stops", "3", "1"),
  HEADERS(Scope.CONSUMER, "headers", "key, tenant", "*"),
  MAX_BODY(Scope.CONSUMER, "max-body", "32MiB", "64KiB"),
  KEEP_BODY(Scope.CONSUMER, "keep-body", "false", "true"),
  REPLAY(Scope.CONSUMER, "replay", "allowed", "forbidden", "without-intents"),
  REMEMBER(Scope.CONSUMER, "remember", "30d", "8d"),
  EXPIRED(Scope.CONSUMER, "expired", "park", "handle"),
  EXTERNAL(Scope.CONSUMER, "external", "refused", "allowed"),
  RECEIVERS(Scope.CONSUMER, "receivers", "1", "2"),
  ORDER(Scope.SURROUNDINGS, "order", "none", "versions"),
  GAP_DEADLINE(Scope.ORDERED, "gap-deadline", "1h", "1s"),
  STORED_RETENTION(Scope.STORED, "stored-retention", "as-remember", "1d"),
  RETRY_BUDGET(Scope.STORED, "retry-budget", "20", "100"),
  APPROVAL(Scope.SEMEL, "plan-approval-from", "0", "1"),
  LOCK_TIMEOUT(Scope.SEMEL, "lock-timeout", "2s", "300ms"),
  KEYS(Scope.DESTINATION, "keys", "honoured", "ignored"),
  TRANSFER(Scope.DESTINATION, "transfer", "lease", "xa"),
  ORDER_BY(Scope.DESTINATION, "order-by", "none", "header:group"),
  RETRIES(Scope.DESTINATION, "attempts", "10", "4"),
  CONCURRENCY(Scope.DESTINATION, "concurrency", "8", "1"),
  LEASED(Scope.DESTINATION, "batch", "100", "1"),
  RATE(Scope.DESTINATION, "rate", "none", "1000/s"),
  CIRCUIT_FAILURES(Scope.DESTINATION, "circuit-failures", "20", "0", "2"),
  WAITED(Scope.SURROUNDINGS, "waited", "moments", "days"),
  EVIDENCE(Scope.SURROUNDINGS, "evidence", "30d", "1h"),
  UNSURE(Scope.SURROUNDINGS, "unsure", "moments", "days"),
  QUERY(Scope.SURROUNDINGS, "query", "none", "honest", "silent", "stray", "late"),
  LABEL(Scope.SURROUNDINGS, "label", "none", "latin", "unknown"),
  WRITTEN(Scope.SURROUNDINGS, "written", "route", "template"),
  REASONS(Scope.SURROUNDINGS, "reasons", "known", "later"),
  NEIGHBOUR(Scope.SURROUNDINGS, "neighbour", "none", "xa", "ack-after-commit", "store-first"),
  PROVIDER(Scope.SURROUNDINGS, "provider", "bean", "http", "queue"),
  CHOSEN_BY(Scope.SURROUNDINGS, "chosen-by", "route", "slip", "router"),
  ORDINARY(Scope.SURROUNDINGS, "ordinary", "none", "intercepted", "transacted"),
  DOUBT(Scope.SURROUNDINGS, "doubt", "ends", "stays"),
  RIVALS(Scope.SURROUNDINGS, "rivals", "none", "there"),
  AWAY(Scope.SURROUNDINGS, "away", "never", "at-first"),
  SENT_HEADERS(Scope.DESTINATION, "headers", "traceparent, tracestate, baggage", "*"),
  EVENT_TYPE(Scope.CONSUMER, "event-type", "auto", "cloudevent", "property:tenant"),
  BODIES(Scope.SURROUNDINGS, "bodies", "plain", "rich"),
  EVENT_TIME(Scope.SURROUNDINGS, "event-time", "none", "kept");

  final Scope scope;
  final String text;
  final List<String> values;

  Key(Scope scope, String text, String... values) {
    this.scope = scope;
    this.text = text;
    this.values = List.of(values);
  }

  /** As a line of a case has it. */
  String spelled() {
    return (scope == Scope.DESTINATION ? "destination." : "") + text;
  }

  /** Whether it is no key of the first explorer: what a seed draws of the others is to stay. */
  boolean isLater() {
    return compareTo(PROVIDER) > 0;
  }

  /** Whom a key is for. */
  enum Scope {
    SEMEL,
    CONSUMER,
    /** A consumer's that stores first; others refuse it. */
    STORED,
    /** A consumer's that keeps versions in order. */
    ORDERED,
    DESTINATION,
    /** No key of the policy: how the provider is reached, or several keys that belong together. */
    SURROUNDINGS
  }
}
