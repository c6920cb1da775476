// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import org.semel.internal.boot.config.consumer.ClaimStrategy;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.claim.NoClaimStore;
import org.semel.internal.identity.IdentityRule;
import org.semel.internal.identity.IdentityRules;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.claim.DatedClaimTable;
import org.semel.internal.postgresql.claim.UndatedClaimTable;

/** Which inbox a consumer's policy asks for. */
final class ClaimStores {

  private final Jdbc jdbc;
  private final ClaimStore claims;
  private final Duration lockTimeout;

  ClaimStores(Jdbc jdbc, ClaimStore claims, Duration lockTimeout) {
    this.jdbc = jdbc;
    this.claims = claims;
    this.lockTimeout = lockTimeout;
  }

  ClaimStore of(ClaimStrategy keeping) {
    if (!keeping.strategy().remembers()) {
      return new NoClaimStore(claims);
    }
    if (!keeping.byDay()) {
      return claims;
    }
    return keeping.time().isPresent()
        ? new DatedClaimTable(jdbc, lockTimeout, keeping.remember())
        : new UndatedClaimTable(jdbc, lockTimeout, keeping.remember());
  }

  /** The identity rule, which must find a time where claims are kept by it. */
  static IdentityRule rule(IdentityRule rule, ClaimStrategy keeping) {
    return keeping
        .time()
        .filter(time -> keeping.byDay())
        .map(time -> IdentityRules.minted(rule, time))
        .orElse(rule);
  }
}
