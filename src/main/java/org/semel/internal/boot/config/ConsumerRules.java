// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.semel.internal.boot.config.ClaimStrategy.Strategy;
import org.semel.internal.boot.config.key.Amounts;
import org.semel.internal.boot.config.key.Rule;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.Protocol;

/** The rules that hold a consumer's keys against each other; each names the key at fault. */
final class ConsumerRules {

  /** A consumer that does not store first ignores the key: the broker drives its retries. */
  private static final String IGNORED =
      "is obeyed with protocol=store-first only; otherwise a failure counts towards attempts and comes again after the"
          + " broker's redelivery delay";

  private static final List<Rule<ConsumerKeys>> PACE =
      List.of(
          Rule.of(
              "receive-wait",
              keys -> keys.receiveWait().multipliedBy(2).compareTo(keys.transactionTimeout()) > 0,
              "must be no more than half of the transaction timeout"),
          Rule.growing(
              "outage-backoff-first",
              ConsumerKeys::outageBackoffFirst,
              "outage-backoff-most",
              ConsumerKeys::outageBackoffMost),
          Rule.of(
              "deliveries",
              keys -> keys.deliveries() <= keys.attempts(),
              "must be more than attempts"));

  /** An ordered consumer uses the same waits for messages behind a gap. */
  private static final List<Rule<ConsumerKeys>> RETRIES =
      List.of(
          Rule.growing(
              "retry-backoff-first",
              ConsumerKeys::retryBackoffFirst,
              "retry-backoff-most",
              ConsumerKeys::retryBackoffMost),
          storedFirst("retry-terminal"),
          storedFirst("retry-again"),
          storedFirst("retry-budget"),
          storedFirst("retry-budget-least"),
          storedFirstOrOrdered("retry-backoff-first"),
          storedFirstOrOrdered("retry-backoff-most"));

  private static final List<Rule<ConsumerKeys>> PAIRS =
      List.of(
          // what is stored first records its intents later, when no one suppresses them any more
          Rule.of(
              "replay",
              keys ->
                  keys.protocol() == Protocol.STORE_FIRST
                      && keys.replay() == ReplayRule.WITHOUT_INTENTS,
              "must be allowed or forbidden with protocol=store-first"),
          Rule.of(
              "user",
              keys -> keys.user().isEmpty() && !keys.password().text().isEmpty(),
              "must be given too: user and password belong together"),
          Rule.of(
              "password",
              keys -> !keys.user().isEmpty() && keys.password().text().isEmpty(),
              "must be given too: user and password belong together"));

  private static final List<Rule<ConsumerKeys>> MEMORY =
      List.of(
          Rule.of(
              "strategy",
              keys -> keys.strategy() == Strategy.VERSION && !keys.isOrdered(),
              "needs aggregate and version, which say where a message names them"),
          Rule.of(
              "strategy",
              keys -> keys.strategy() == Strategy.WINDOW && keys.claims().time().isEmpty(),
              "needs identity-time, which says where a message carries the time of its day; where it carries none, use"
                  + " claim with a short remember, which is faster"),
          reaching("remember", "identities", ConsumerRules::remembered),
          // a forgotten aggregate starts again, so a message that came back would take effect again
          Rule.of(
              "aggregate-retention",
              keys -> keys.aggregateRetention().isPresent() && !keys.isOrdered(),
              "needs aggregate"),
          reaching("aggregate-retention", "aggregates", ConsumerKeys::aggregateRetention),
          Rule.of(
              "aggregate-retention",
              keys ->
                  keys.keepBody()
                      && remembered(keys).isEmpty()
                      && is(keys.aggregateRetention(), age -> age.compareTo(keys.remember()) < 0),
              keys ->
                  "must be at least remember ("
                      + Amounts.spelled(keys.remember())
                      + "), for as long as keep-body keeps messages that can be replayed"),
          Rule.of(
              "remember",
              keys ->
                  keys.claims().byDay() && keys.remember().compareTo(DatedClaimTable.LONGEST) > 0,
              "must be no more than "
                  + Amounts.spelled(DatedClaimTable.LONGEST)
                  + " where claims lie in partitions of a day (an identity-time)"),
          // while a message is kept it can be replayed, so its identity must be remembered
          Rule.of(
              "body-retention",
              keys -> is(keys.bodyRetention(), age -> age.compareTo(keys.remember()) > 0),
              keys -> "must be no more than remember (" + Amounts.spelled(keys.remember()) + ")"),
          reaching(
              "stored-retention",
              "identities",
              keys -> keys.storedRetention().filter(age -> remembered(keys).isEmpty())));

  private ConsumerRules() {}

  /** All rules, in the order in which their faults are listed. */
  static List<Rule<ConsumerKeys>> with(IdentitySpec identities) {
    return Stream.of(
            List.of(identity("identity", ConsumerKeys::identity, identities)),
            PACE,
            RETRIES,
            List.of(
                identity("aggregate", ConsumerKeys::aggregate, identities),
                identity("version", ConsumerKeys::version, identities),
                besides("version", ConsumerKeys::aggregate, ConsumerKeys::version, identities),
                besides("aggregate", ConsumerKeys::version, ConsumerKeys::aggregate, identities)),
            PAIRS,
            MEMORY)
        .flatMap(List::stream)
        .toList();
  }

  private static Rule<ConsumerKeys> identity(
      String key, Function<ConsumerKeys, String> rule, IdentitySpec identities) {
    return Rule.readable(key, keys -> refusal(rule.apply(keys), identities));
  }

  /** A rule that can be read needs {@code key} beside it. */
  private static Rule<ConsumerKeys> besides(
      String key,
      Function<ConsumerKeys, String> given,
      Function<ConsumerKeys, String> missing,
      IdentitySpec identities) {
    return Rule.of(
        key,
        keys -> isRule(given.apply(keys), identities) && !isRule(missing.apply(keys), identities),
        "must be given too: aggregate and version belong together");
  }

  private static boolean isRule(String text, IdentitySpec identities) {
    return !text.isEmpty() && refusal(text, identities).isEmpty();
  }

  private static Optional<String> refusal(String text, IdentitySpec identities) {
    try {
      if (!text.isEmpty()) {
        identities.rule(text);
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Rule<ConsumerKeys> storedFirst(String key) {
    return Rule.unlessIgnored(key, keys -> keys.protocol() != Protocol.STORE_FIRST, IGNORED);
  }

  private static Rule<ConsumerKeys> storedFirstOrOrdered(String key) {
    return Rule.unlessIgnored(
        key, keys -> keys.protocol() != Protocol.STORE_FIRST && !keys.isOrdered(), IGNORED);
  }

  /** Forgetting earlier than a message can come back would let it take effect twice. */
  private static Rule<ConsumerKeys> reaching(
      String key, String what, Function<ConsumerKeys, Optional<Duration>> memory) {
    return Rule.of(
        key,
        keys -> is(memory.apply(keys), age -> age.compareTo(keys.reach()) < 0),
        keys ->
            "would forget "
                + what
                + " while their messages can come back: replay-horizon ("
                + Amounts.spelled(keys.replayHorizon())
                + ") and redeliveries (deliveries times transaction-timeout: "
                + Amounts.spelled(keys.redelivery())
                + ") are longer");
  }

  /** How long claims are remembered, if there are any. */
  private static Optional<Duration> remembered(ConsumerKeys keys) {
    return keys.strategy().remembers() ? Optional.of(keys.remember()) : Optional.empty();
  }

  private static boolean is(Optional<Duration> age, Predicate<Duration> kind) {
    return age.filter(kind).isPresent();
  }
}
