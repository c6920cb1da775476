// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A line of the policy, or of what surrounds the application. */
record Setting(Key key, String value) implements Part {

  /**
   * Two values that no policy has together.
   *
   * @param why what the configuration says of it, or why the explorer leaves it out
   */
  record Exclusion(Setting one, Setting other, String why) {

    boolean applies(Setting a, Setting b) {
      return (one.equals(a) && other.equals(b)) || (one.equals(b) && other.equals(a));
    }
  }

  static final List<Exclusion> EXCLUSIONS =
      List.of(
          never(Key.RECEIVE, "direct", Key.PROTOCOL, "ack-after-commit", "its session is local"),
          never(Key.RECEIVE, "direct", Key.PROTOCOL, "store-first", "its session is local"),
          never(Key.STRATEGY, "version", Key.ORDER, "none", "SEMEL-0101"),
          never(Key.STRATEGY, "window", Key.IDENTITY_TIME, "none", "it may be refused"),
          never(Key.STRATEGY, "version", Key.IDENTITY_TIME, "uuidv7", "SEMEL-0101"),
          never(Key.STRATEGY, "natural", Key.IDENTITY_TIME, "uuidv7", "SEMEL-0101"),
          never(Key.STRATEGY, "entity", Key.IDENTITY_TIME, "uuidv7", "SEMEL-0101"),
          never(Key.STRATEGY, "version", Key.IDENTITY_TIME, "ulid", "SEMEL-0101"),
          never(Key.STRATEGY, "natural", Key.IDENTITY_TIME, "ulid", "SEMEL-0101"),
          never(Key.STRATEGY, "entity", Key.IDENTITY_TIME, "ulid", "SEMEL-0101"),
          never(Key.QUERY, "honest", Key.PROVIDER, "queue", "its outcome is always known"),
          never(Key.QUERY, "honest", Key.TRANSFER, "xa", "its outcome is always known"),
          never(Key.QUERY, "late", Key.PROVIDER, "queue", "its outcome is always known"),
          never(Key.QUERY, "late", Key.TRANSFER, "xa", "its outcome is always known"),
          never(Key.QUERY, "late", Key.CIRCUIT_FAILURES, "0", "no question waits for its return"),
          never(Key.QUERY, "silent", Key.PROVIDER, "queue", "its outcome is always known"),
          never(Key.QUERY, "silent", Key.TRANSFER, "xa", "its outcome is always known"),
          never(
              Key.QUERY, "silent", Key.CIRCUIT_FAILURES, "20", "it may be away: all waits for it"),
          never(Key.QUERY, "silent", Key.CIRCUIT_FAILURES, "2", "it may be away: all waits for it"),
          never(Key.QUERY, "stray", Key.PROVIDER, "queue", "its outcome is always known"),
          never(Key.QUERY, "stray", Key.TRANSFER, "xa", "its outcome is always known"),
          never(Key.QUERY, "stray", Key.CIRCUIT_FAILURES, "20", "it may be away: all waits for it"),
          never(Key.QUERY, "stray", Key.CIRCUIT_FAILURES, "2", "it may be away: all waits for it"),
          never(Key.REPLAY, "without-intents", Key.PROTOCOL, "store-first", "SEMEL-0101"),
          never(Key.REASONS, "later", Key.STRATEGY, "version", "each needs another order"),
          never(Key.REASONS, "later", Key.ORDER, "versions", "what is held goes by the reason"),
          never(Key.RETRY_BUDGET, "100", Key.PROTOCOL, "xa", "SEMEL-0101"),
          never(Key.RETRY_BUDGET, "100", Key.PROTOCOL, "ack-after-commit", "SEMEL-0101"),
          never(Key.RETRY_BUDGET, "100", Key.RECEIVE, "direct", "each needs another protocol"),
          never(
              Key.RETRY_BUDGET,
              "100",
              Key.REPLAY,
              "without-intents",
              "each needs another protocol"),
          never(Key.STORED_RETENTION, "1d", Key.STRATEGY, "version", "SEMEL-0101"),
          never(Key.STORED_RETENTION, "1d", Key.STRATEGY, "natural", "SEMEL-0101"),
          never(Key.STORED_RETENTION, "1d", Key.STRATEGY, "entity", "SEMEL-0101"),
          never(Key.STORED_RETENTION, "1d", Key.PROTOCOL, "xa", "SEMEL-0101"),
          never(Key.STORED_RETENTION, "1d", Key.PROTOCOL, "ack-after-commit", "SEMEL-0101"),
          never(Key.STORED_RETENTION, "1d", Key.RECEIVE, "direct", "each needs another protocol"),
          never(
              Key.STORED_RETENTION,
              "1d",
              Key.REPLAY,
              "without-intents",
              "each needs another protocol"),
          never(Key.WAITED, "days", Key.PROTOCOL, "xa", "nothing waits in the inbox"),
          never(Key.WAITED, "days", Key.PROTOCOL, "ack-after-commit", "nothing waits in the inbox"),
          never(Key.WAITED, "days", Key.RECEIVE, "direct", "each needs another protocol"),
          never(Key.WAITED, "days", Key.REPLAY, "without-intents", "each needs another protocol"),
          never(Key.EVIDENCE, "1h", Key.STRATEGY, "claim", "its claims remember, not its intents"),
          never(Key.EVIDENCE, "1h", Key.STRATEGY, "window", "its claims remember, not its intents"),
          never(
              Key.EVIDENCE,
              "1h",
              Key.IDENTITY_TIME,
              "uuidv7",
              "its claims remember, not its intents"),
          never(
              Key.EVIDENCE,
              "1h",
              Key.IDENTITY_TIME,
              "ulid",
              "its claims remember, not its intents"),
          never(Key.EVIDENCE, "1h", Key.STORED_RETENTION, "1d", "each needs another strategy"),
          never(Key.UNSURE, "days", Key.PROVIDER, "queue", "its outcome is always known"),
          never(Key.UNSURE, "days", Key.TRANSFER, "xa", "its outcome is always known"),
          never(Key.UNSURE, "days", Key.KEYS, "ignored", "nothing waits under its key"),
          never(Key.UNSURE, "days", Key.QUERY, "honest", "its outcome is asked for"),
          never(Key.UNSURE, "days", Key.QUERY, "silent", "its outcome is asked for"),
          never(Key.UNSURE, "days", Key.QUERY, "stray", "its outcome is asked for"),
          never(Key.UNSURE, "days", Key.QUERY, "late", "its outcome is asked for"),
          never(Key.EVENT_TIME, "kept", Key.STRATEGY, "window", "is drawn with other times"),
          never(Key.EVENT_TIME, "kept", Key.STRATEGY, "version", "SEMEL-0101"),
          never(Key.EVENT_TIME, "kept", Key.STRATEGY, "natural", "SEMEL-0101"),
          never(Key.EVENT_TIME, "kept", Key.STRATEGY, "entity", "SEMEL-0101"),
          never(Key.EVENT_TIME, "kept", Key.IDENTITY_TIME, "uuidv7", "there is one time"),
          never(Key.EVENT_TIME, "kept", Key.IDENTITY_TIME, "ulid", "there is one time"),
          never(Key.EVENT_TIME, "kept", Key.EVIDENCE, "1h", "each needs another strategy"),
          never(Key.EVENT_TIME, "kept", Key.RIVALS, "there", "each needs another strategy"),
          never(Key.AWAY, "at-first", Key.PROVIDER, "queue", "there is no other party"),
          never(Key.AWAY, "at-first", Key.TRANSFER, "xa", "there is no other party"),
          never(Key.AWAY, "at-first", Key.RETRIES, "4", "a lone one may be parked"),
          never(Key.AWAY, "at-first", Key.QUERY, "silent", "its outcome stays unknown"),
          never(Key.AWAY, "at-first", Key.QUERY, "stray", "its outcome stays unknown"),
          never(Key.AWAY, "at-first", Key.QUERY, "late", "one fails again behind its question"),
          never(Key.AWAY, "at-first", Key.UNSURE, "days", "its outcome stays unknown"),
          never(Key.RIVALS, "there", Key.STRATEGY, "claim", "no helper is drawn"),
          never(Key.RIVALS, "there", Key.STRATEGY, "window", "no helper is drawn"),
          never(Key.RIVALS, "there", Key.STRATEGY, "version", "no helper is drawn"),
          never(Key.RIVALS, "there", Key.IDENTITY_TIME, "uuidv7", "each needs another strategy"),
          never(Key.RIVALS, "there", Key.IDENTITY_TIME, "ulid", "each needs another strategy"),
          never(Key.RIVALS, "there", Key.STORED_RETENTION, "1d", "each needs another strategy"),
          never(Key.CHOSEN_BY, "slip", Key.PROVIDER, "http", "its client answers at once"),
          never(Key.CHOSEN_BY, "slip", Key.PROVIDER, "queue", "a JMS client answers at once"),
          never(Key.CHOSEN_BY, "slip", Key.TRANSFER, "xa", "such a route sends to a JMS queue"),
          never(Key.CHOSEN_BY, "router", Key.PROVIDER, "http", "its client answers at once"),
          never(Key.CHOSEN_BY, "router", Key.PROVIDER, "queue", "a JMS client answers at once"),
          never(Key.CHOSEN_BY, "router", Key.TRANSFER, "xa", "such a route sends to a JMS queue"),
          never(Key.TRANSFER, "xa", Key.PROVIDER, "bean", "such a route sends to a JMS queue"),
          never(Key.TRANSFER, "xa", Key.PROVIDER, "http", "such a route sends to a JMS queue"));

  /** Those that a setting has a part in: thousands of cases are drawn for one that is played. */
  private static final Map<Setting, List<Exclusion>> OF_ONE =
      EXCLUSIONS.stream()
          .flatMap(one -> Stream.of(Map.entry(one.one(), one), Map.entry(one.other(), one)))
          .collect(
              Collectors.groupingBy(
                  Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));

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
    List<Exclusion> some = OF_ONE.get(a);
    return some == null
        ? Optional.empty()
        : some.stream().filter(exclusion -> exclusion.applies(a, b)).findFirst();
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
