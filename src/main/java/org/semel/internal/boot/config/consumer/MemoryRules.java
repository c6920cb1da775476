// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import org.semel.internal.boot.config.consumer.MemoryKeys.Strategy;
import org.semel.internal.boot.config.key.Amounts;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;

/** Checks a consumer's claim strategy and retention against the rest of its policy. */
public final class MemoryRules {

  private final ConfigSection section;

  public MemoryRules(ConfigSection section) {
    this.section = section;
  }

  void check(ConsumerPolicy policy, ClaimStrategy claims) {
    if (claims.strategy() == Strategy.VERSION && section.read(OrderKeys.AGGREGATE).isEmpty()) {
      section.fault(
          MemoryKeys.STRATEGY,
          "needs "
              + OrderKeys.AGGREGATE.name()
              + " and "
              + OrderKeys.VERSION.name()
              + ", which say where a message names them");
    }
    if (claims.strategy() == Strategy.WINDOW && claims.time().isEmpty()) {
      section.fault(
          MemoryKeys.STRATEGY,
          "needs "
              + MemoryKeys.IDENTITY_TIME.name()
              + ", which says where a message carries the time of its day; where it carries none, use claim with a short "
              + MemoryKeys.REMEMBER.name()
              + ", which is faster");
    }
    if (claims.strategy().remembers()) {
      checkHorizon(policy, MemoryKeys.REMEMBER, claims.remember());
    }
    section.read(OrderKeys.AGGREGATE_RETENTION).ifPresent(age -> checkRest(policy, claims, age));
    if (claims.byDay()) {
      checkSlots(claims);
    }
    checkKept(policy, claims);
  }

  /** While a message is kept it can be replayed, so its identity must be remembered. */
  private void checkKept(ConsumerPolicy policy, ClaimStrategy claims) {
    section
        .read(RetentionKeys.BODY)
        .filter(age -> age.compareTo(claims.remember()) > 0)
        .ifPresent(
            age ->
                section.fault(
                    RetentionKeys.BODY,
                    "must be no more than remember (" + Amounts.spelled(claims.remember()) + ")"));
    if (!claims.strategy().remembers()) {
      section
          .read(RetentionKeys.STORED)
          .ifPresent(age -> checkHorizon(policy, RetentionKeys.STORED, age));
    }
  }

  /** A forgotten aggregate starts again, so a message that came back would take effect again. */
  private void checkRest(ConsumerPolicy policy, ClaimStrategy claims, Duration age) {
    if (section.read(OrderKeys.AGGREGATE).isEmpty()) {
      section.fault(OrderKeys.AGGREGATE_RETENTION, "needs " + OrderKeys.AGGREGATE.name());
    }
    checkHorizon(policy, OrderKeys.AGGREGATE_RETENTION, age);
    if (section.read(MemoryKeys.KEEP_BODY)
        && !claims.strategy().remembers()
        && age.compareTo(claims.remember()) < 0) {
      section.fault(
          OrderKeys.AGGREGATE_RETENTION,
          "must be at least remember ("
              + Amounts.spelled(claims.remember())
              + "), for as long as keep-body keeps messages that can be replayed");
    }
  }

  /**
   * Forgetting earlier than a message can come back would let it take effect twice. The broker's
   * own redeliveries may take as long as all of them time out.
   */
  private void checkHorizon(ConsumerPolicy policy, ConfigKey<?> key, Duration remember) {
    if (isShort(policy, remember)) {
      String what = key.equals(OrderKeys.AGGREGATE_RETENTION) ? "aggregates" : "identities";
      section.fault(
          key, "would forget " + what + " while their messages can come back: " + horizon(policy));
    }
  }

  private boolean isShort(ConsumerPolicy policy, Duration memory) {
    return memory.compareTo(reach(policy)) < 0;
  }

  /** How long after its first effect a message can come back. */
  public Duration reach(ConsumerPolicy policy) {
    return section.read(MemoryKeys.REPLAY_HORIZON).plus(redelivery(policy));
  }

  private String horizon(ConsumerPolicy policy) {
    return "replay-horizon ("
        + Amounts.spelled(section.read(MemoryKeys.REPLAY_HORIZON))
        + ") and redeliveries (deliveries times transaction-timeout: "
        + Amounts.spelled(redelivery(policy))
        + ") are longer";
  }

  private static Duration redelivery(ConsumerPolicy policy) {
    return policy
        .concurrency()
        .transactionTimeout()
        .multipliedBy(policy.attemptLimits().deliveries());
  }

  private void checkSlots(ClaimStrategy claims) {
    if (claims.remember().compareTo(DatedClaimTable.LONGEST) > 0) {
      section.fault(
          MemoryKeys.REMEMBER,
          "must be no more than "
              + Amounts.spelled(DatedClaimTable.LONGEST)
              + " where claims lie in partitions of a day (an identity-time)");
    }
  }
}
