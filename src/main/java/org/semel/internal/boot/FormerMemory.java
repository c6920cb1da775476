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
 * The memory that a consumer had before its policy was changed. It is known once the consumer's
 * proof is made, before the first message; safe for any thread.
 */
final class FormerMemory {

  private final IdentitySpec identities;
  private final ClaimStores inboxes;
  private volatile Optional<IdentityRule> rule = Optional.empty();
  private volatile Optional<ClaimStore> inbox = Optional.empty();

  FormerMemory(IdentitySpec identities, ClaimStores inboxes) {
    this.identities = identities;
    this.inboxes = inboxes;
  }

  /** How messages were identified, if what they claimed is still to be looked up. */
  Optional<IdentityRule> rule() {
    return rule;
  }

  /** Where they claimed. */
  Optional<ClaimStore> inbox() {
    return inbox;
  }

  /**
   * From now on what {@code memory} knows is looked up, too.
   *
   * @param remember for how long; no days are kept for longer than they can be
   */
  void lookUp(IdentityPolicy memory, Duration remember) {
    ClaimStrategy asNow =
        new ClaimStrategy(
            strategy(memory),
            IdentityTime.valueOf(memory.time().toUpperCase(Locale.ROOT)).mint(),
            remember);
    boolean longer = remember.compareTo(UndatedClaimTable.LONGEST) > 0;
    ClaimStrategy keeping =
        asNow.byDay() && longer
            ? new ClaimStrategy(asNow.strategy(), asNow.time(), UndatedClaimTable.LONGEST)
            : asNow;
    if (keeping.strategy().remembers()) {
      rule = Optional.of(ClaimStores.rule(identities.rule(memory.identity()), keeping));
      inbox = Optional.of(inboxes.of(keeping));
    }
  }

  /** Whether anything is known by this memory that could be forgotten. */
  static boolean remembers(IdentityPolicy memory) {
    return strategy(memory).remembers();
  }

  private static Strategy strategy(IdentityPolicy memory) {
    return Strategy.valueOf(memory.strategy().toUpperCase(Locale.ROOT));
  }

  /** By what a message that comes again is known now, as it is registered. */
  static IdentityPolicy registered(String identity, ClaimStrategy keeping) {
    return new IdentityPolicy(
        identity,
        keeping.strategy().name().toLowerCase(Locale.ROOT),
        keeping.time().map(Enum::name).orElse("none").toLowerCase(Locale.ROOT));
  }
}
