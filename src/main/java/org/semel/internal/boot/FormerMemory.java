// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.semel.internal.boot.config.ClaimStrategy;
import org.semel.internal.boot.config.ClaimStrategy.IdentityTime;
import org.semel.internal.boot.config.ClaimStrategy.Strategy;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.keep.Registry.Former;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.identity.Identification.Formerly;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.message.Message;

/**
 * The memory that a consumer had before its policy was changed. It is known after the consumer's
 * proof, before the first message; safe for any thread.
 */
final class FormerMemory {

  private final IdentitySpec identities;
  private final ClaimStores stores;
  private volatile Function<Message, Optional<Formerly>> rule = message -> Optional.empty();
  private volatile Optional<ClaimStore> store = Optional.empty();

  FormerMemory(IdentitySpec identities, ClaimStores stores) {
    this.identities = identities;
    this.stores = stores;
  }

  /**
   * The key under which this memory knows {@code message}; empty if former claims are no longer
   * looked up.
   */
  Optional<Formerly> known(Message message) {
    return rule.apply(message);
  }

  /** The store of their claims. */
  Optional<ClaimStore> store() {
    return store;
  }

  /**
   * From now on claims are also looked up in the memory that was {@code former}.
   *
   * @param remember for how long; daily partitions at most for as long as they are kept
   */
  void lookUp(Former former, Duration remember) {
    ClaimStrategy strategy = kept(former.memory(), remember);
    if (strategy.strategy().remembers()) {
      IdentityRule found = ClaimStores.rule(identities.rule(former.memory().identity()), strategy);
      rule =
          message ->
              found.identify(message) instanceof Identified identified
                  ? Optional.of(new Formerly(former.name(), identified))
                  : Optional.empty();
      store = Optional.of(stores.of(strategy));
    }
  }

  /**
   * The rule that keeps the claims of a memory that {@code consumer} had, for as long as they are
   * looked up: no policy says so any more, if they lie under another name or by day.
   */
  static Optional<RetentionRule> retention(String consumer, Former former, Duration remember) {
    ClaimStrategy strategy = kept(former.memory(), remember);
    return strategy.strategy().remembers()
        ? Optional.of(
            new RetentionRule(
                strategy.byDay() ? RetainedKind.WINDOW : RetainedKind.CLAIM,
                former.name().orElse(consumer),
                strategy.remember()))
        : Optional.empty();
  }

  private static ClaimStrategy kept(IdentityPolicy memory, Duration remember) {
    ClaimStrategy asNow =
        new ClaimStrategy(
            strategy(memory),
            IdentityTime.valueOf(memory.time().toUpperCase(Locale.ROOT)).mint(),
            remember);
    boolean longer = remember.compareTo(DatedClaimTable.LONGEST) > 0;
    return asNow.byDay() && longer
        ? new ClaimStrategy(asNow.strategy(), asNow.time(), DatedClaimTable.LONGEST)
        : asNow;
  }

  /** Whether this memory recognises redelivered messages by claims. */
  static boolean remembers(IdentityPolicy memory) {
    return strategy(memory).remembers();
  }

  private static Strategy strategy(IdentityPolicy memory) {
    return Strategy.valueOf(memory.strategy().toUpperCase(Locale.ROOT));
  }

  /** The rules by which redelivered messages are recognised now, as the database registers them. */
  static IdentityPolicy registered(String identity, ClaimStrategy strategy) {
    return new IdentityPolicy(
        identity,
        strategy.strategy().name().toLowerCase(Locale.ROOT),
        strategy.time().map(Enum::name).orElse("none").toLowerCase(Locale.ROOT));
  }
}
