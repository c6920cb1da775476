// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import org.semel.internal.boot.config.ClaimStrategy;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.NoClaimStore;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;

/** The claim stores of consumers, by their strategy. */
final class ClaimStores {

  private final Jdbc jdbc;
  private final ClaimStore claims;
  private final Duration lockTimeout;

  ClaimStores(Jdbc jdbc, ClaimStore claims, Duration lockTimeout) {
    this.jdbc = jdbc;
    this.claims = claims;
    this.lockTimeout = lockTimeout;
  }

  ClaimStore of(ClaimStrategy strategy) {
    if (!strategy.strategy().remembers()) {
      return new NoClaimStore(new ClaimTable(jdbc, lockTimeout));
    }
    if (!strategy.byDay()) {
      return claims;
    }
    return new DatedClaimTable(jdbc, lockTimeout, strategy.remember());
  }

  /** The identity rule; it must also find a time where claims are stored by day. */
  static IdentityRule rule(IdentityRule rule, ClaimStrategy strategy) {
    return strategy
        .time()
        .filter(time -> strategy.byDay())
        .map(time -> IdentityRules.minted(rule, time))
        .orElse(rule);
  }
}
