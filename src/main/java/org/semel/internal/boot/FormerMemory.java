// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.semel.internal.boot.config.consumer.ClaimStrategy;
import org.semel.internal.boot.config.consumer.MemoryKeys.IdentityTime;
import org.semel.internal.boot.config.consumer.MemoryKeys.Strategy;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.identity.IdentityRule;
import org.semel.internal.identity.IdentitySpec;
import org.semel.internal.postgresql.claim.UndatedClaimTable;
import org.semel.internal.registry.Registration.IdentityPolicy;

/**
 * The memory that a consumer had before its policy was changed. It is known after the consumer's
 * proof, before the first message; safe for any thread.
 */
final class FormerMemory {

  private final IdentitySpec identities;
  private final ClaimStores stores;
  private volatile Optional<IdentityRule> rule = Optional.empty();
  private volatile Optional<ClaimStore> store = Optional.empty();

  FormerMemory(IdentitySpec identities, ClaimStores stores) {
    this.identities = identities;
    this.stores = stores;
  }

  /** The former identity rule, if former claims are still looked up. */
  Optional<IdentityRule> rule() {
    return rule;
  }

  /** The store of their claims. */
  Optional<ClaimStore> store() {
    return store;
  }

  /**
   * From now on claims are also looked up in {@code memory}.
   *
   * @param remember for how long; daily partitions at most for as long as they are kept
   */
  void lookUp(IdentityPolicy memory, Duration remember) {
    ClaimStrategy asNow =
        new ClaimStrategy(
            strategy(memory),
            IdentityTime.valueOf(memory.time().toUpperCase(Locale.ROOT)).mint(),
            remember);
    boolean longer = remember.compareTo(UndatedClaimTable.LONGEST) > 0;
    ClaimStrategy strategy =
        asNow.byDay() && longer
            ? new ClaimStrategy(asNow.strategy(), asNow.time(), UndatedClaimTable.LONGEST)
            : asNow;
    if (strategy.strategy().remembers()) {
      rule = Optional.of(ClaimStores.rule(identities.rule(memory.identity()), strategy));
      store = Optional.of(stores.of(strategy));
    }
  }

  /** Whether this memory recognises redelivered messages by claims. */
  static boolean remembers(IdentityPolicy memory) {
    return strategy(memory).remembers();
  }

  private static Strategy strategy(IdentityPolicy memory) {
    return Strategy.valueOf(memory.strategy().toUpperCase(Locale.ROOT));
  }

  /** How redelivered messages are recognised now, as the database registers it. */
  static IdentityPolicy registered(String identity, ClaimStrategy strategy) {
    return new IdentityPolicy(
        identity,
        strategy.strategy().name().toLowerCase(Locale.ROOT),
        strategy.time().map(Enum::name).orElse("none").toLowerCase(Locale.ROOT));
  }
}
