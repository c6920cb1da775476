// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.List;
import java.util.Optional;

/** A line of the policy, or of what surrounds the application. */
record Setting(Key key, String value) implements Part {

  /** Whom a key is for. */
  enum Scope {
    SEMEL,
    CONSUMER,
    /** A consumer's that stores first; others refuse it. */
    STORED,
    DESTINATION,
    /** No key of the policy: how the provider is reached. */
    SURROUNDINGS
  }

  /** What is drawn. The first value is what a case has without a line. */
  enum Key {
    PROTOCOL(Scope.CONSUMER, "protocol", "xa", "ack-after-commit", "store-first"),
    RECEIVE(Scope.CONSUMER, "receive", "managed", "direct"),
    STRATEGY(Scope.CONSUMER, "strategy", "claim", "window", "natural"),
    IDENTITY(
        Scope.CONSUMER,
        "identity",
        "property:key",
        "json:/key",
        "header:JMSCorrelationID",
        "composite:property:tenant,property:key",
        "simple:${header.key}"),
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
    EXTERNAL(Scope.CONSUMER, "external", "refused", "allowed"),
    RECEIVERS(Scope.CONSUMER, "receivers", "1", "2"),
    RETRY_BUDGET(Scope.STORED, "retry-budget", "20", "100"),
    LOCK_TIMEOUT(Scope.SEMEL, "lock-timeout", "2s", "300ms"),
    KEYS(Scope.DESTINATION, "keys", "honoured", "ignored"),
    TRANSFER(Scope.DESTINATION, "transfer", "lease", "xa"),
    ORDER_BY(Scope.DESTINATION, "order-by", "none", "header:group"),
    RETRIES(Scope.DESTINATION, "attempts", "10", "4"),
    CONCURRENCY(Scope.DESTINATION, "concurrency", "8", "1"),
    LEASED(Scope.DESTINATION, "batch", "100", "1"),
    RATE(Scope.DESTINATION, "rate", "none", "1000/s"),
    CIRCUIT_FAILURES(Scope.DESTINATION, "circuit-failures", "20", "0", "2"),
    PROVIDER(Scope.SURROUNDINGS, "provider", "bean", "http", "queue");

    final Scope scope;
    final String text;
    final List<String> values;

    Key(Scope scope, String text, String... values) {
      this.scope = scope;
      this.text = text;
      this.values = List.of(values);
    }

    private String spelled() {
      return (scope == Scope.DESTINATION ? "destination." : "") + text;
    }
  }

  /**
   * Two values that no policy has together.
   *
   * @param why what the configuration says of it, or why the explorer leaves it out
   */
  record Exclusion(Setting one, Setting other, String why) {

    boolean applies(Setting a, Setting b) {
      return one.equals(a) && other.equals(b) || one.equals(b) && other.equals(a);
    }
  }

  static final List<Exclusion> EXCLUSIONS =
      List.of(
          never(Key.RECEIVE, "direct", Key.PROTOCOL, "ack-after-commit", "its session is local"),
          never(Key.RECEIVE, "direct", Key.PROTOCOL, "store-first", "its session is local"),
          never(Key.REPLAY, "without-intents", Key.PROTOCOL, "store-first", "SEMEL-0101"),
          never(Key.RETRY_BUDGET, "100", Key.PROTOCOL, "xa", "SEMEL-0101"),
          never(Key.RETRY_BUDGET, "100", Key.PROTOCOL, "ack-after-commit", "SEMEL-0101"),
          never(Key.RETRY_BUDGET, "100", Key.RECEIVE, "direct", "each needs another protocol"),
          never(
              Key.RETRY_BUDGET,
              "100",
              Key.REPLAY,
              "without-intents",
              "each needs another protocol"),
          never(Key.TRANSFER, "xa", Key.PROVIDER, "bean", "such a route sends to a JMS queue"),
          never(Key.TRANSFER, "xa", Key.PROVIDER, "http", "such a route sends to a JMS queue"));

  private static Exclusion never(Key a, String one, Key b, String other, String why) {
    return new Exclusion(new Setting(a, one), new Setting(b, other), why);
  }

  /** As its line has it, {@code protocol=xa}. */
  static Setting of(String line) {
    int equals = line.indexOf('=');
    for (Key key : Key.values()) {
      if (key.spelled().equals(line.substring(0, equals))) {
        return new Setting(key, line.substring(equals + 1));
      }
    }
    throw new IllegalArgumentException(line);
  }

  /** Why these two are never together; empty if they may be. */
  static Optional<Exclusion> excluded(Setting a, Setting b) {
    return EXCLUSIONS.stream().filter(exclusion -> exclusion.applies(a, b)).findFirst();
  }

  @Override
  public String line() {
    return "set " + key.spelled() + "=" + value;
  }

  @Override
  public String toString() {
    return key.spelled() + "=" + value;
  }
}
