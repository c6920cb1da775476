// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.claim.LoneClaims;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

/**
 * Takes claims back that were made outside a transaction. A claim that cannot be taken back, most
 * often as the database is away, is remembered, and taken back before its key is claimed again:
 * else a message that comes again would be absorbed as a copy of itself. Above {@link #MOST} the
 * oldest are forgotten.
 *
 * <p>Safe for any thread.
 */
final class ClaimReleases {

  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Owner of claims without an exchange, on every node; as with Camel's own repositories. */
  static final UUID NO_EXCHANGE = new UUID(0, 0);

  private static final int MOST = 10_000;

  /**
   * The number of other keys' claims that are released at once: a message that claims its key does
   * not wait for all that an outage has left.
   */
  private static final int AT_ONCE = 100;

  private final LoneClaims lone;
  private final Transactions transactions;
  private final Set<OwnedClaim> overdue =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<OwnedClaim, Boolean> eldest) {
              return size() > MOST;
            }
          });

  ClaimReleases(LoneClaims lone, Transactions transactions) {
    this.lone = lone;
    this.transactions = transactions;
  }

  /** A claim, and under which owner it was made. */
  private record OwnedClaim(Identity identity, UUID owner) {

    /**
     * Whether other nodes claim under the same owner, so that no one can tell later whose claim it
     * is.
     */
    boolean isShared() {
      return owner.equals(NO_EXCHANGE);
    }
  }

  /** Whether there was a claim of this owner. */
  boolean release(Identity identity, UUID owner) {
    OwnedClaim claim = new OwnedClaim(identity, owner);
    remember(claim);
    return ended(release(claim));
  }

  /**
   * The exchange that made this claim does not know whether it has committed, and goes on without
   * it.
   */
  void doubt(Identity identity, UUID owner) {
    OwnedClaim claim = new OwnedClaim(identity, owner);
    if (!claim.isShared()) {
      remember(claim);
    }
  }

  /**
   * Takes back all overdue claims of this key, or throws; then some of other keys, until one cannot
   * be taken back.
   */
  void catchUp(Identity identity) {
    of(identity).forEach(claim -> ended(release(claim)));
    for (OwnedClaim other : some()) {
      if (release(other).fault().isPresent()) {
        return;
      }
    }
  }

  private Completion<Boolean> release(OwnedClaim claim) {
    Completion<Boolean> completion =
        transactions.inNew(
            TIMEOUT, () -> Decision.commit(lone.release(claim.identity(), claim.owner())));
    boolean unknown = completion.fault().isPresent() && completion.rolledBack().isEmpty();
    if (completion.fault().isEmpty() || (unknown && claim.isShared())) {
      forget(claim);
    }
    return completion;
  }

  private synchronized void remember(OwnedClaim claim) {
    overdue.add(claim);
  }

  private synchronized void forget(OwnedClaim claim) {
    overdue.remove(claim);
  }

  private synchronized List<OwnedClaim> of(Identity identity) {
    return overdue.stream().filter(claim -> claim.identity().equals(identity)).toList();
  }

  private synchronized List<OwnedClaim> some() {
    return overdue.stream().limit(AT_ONCE).toList();
  }

  static <T> T ended(Completion<T> completion) {
    return completion.orElseThrow(fault -> failed(completion));
  }

  private static RuntimeException failed(Completion<?> completion) {
    return completion
        .rolledBack()
        .map(RolledBack::cause)
        .filter(RuntimeException.class::isInstance)
        .map(RuntimeException.class::cast)
        .orElseGet(() -> new SemelException(Code.COMMIT_FAILED, "A claim could not be committed."));
  }
}
