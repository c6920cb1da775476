// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.LoneClaims;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

/**
 * Claims as a classic idempotent consumer makes them: one by one, in the route's transaction or, if
 * it has none, alone.
 */
public final class ClassicClaims {

  private final ClaimStore claims;
  private final LoneClaims lone;
  private final Transactions transactions;
  private final ClaimReleases releases;

  public ClassicClaims(ClaimStore claims, LoneClaims lone, Transactions transactions) {
    this.claims = claims;
    this.lone = lone;
    this.transactions = transactions;
    this.releases = new ClaimReleases(lone, transactions);
  }

  boolean transacted() {
    return transactions.present();
  }

  /** Claims {@code identity}; a claim outside a transaction belongs to {@code owner}. */
  boolean add(Identity identity, UUID owner) {
    releases.catchUp(identity);
    // the classic EIP knows keys only, and no body
    Offer offer = new Offer(identity, FingerprintProfile.ofNoBody());
    if (!transacted()) {
      return isNew(identity, claimAlone(offer, owner));
    }
    transactions.requireActive("claim " + identity);
    return isNew(identity, claims.claim(List.of(offer)).get(0));
  }

  private Claim claimAlone(Offer offer, UUID owner) {
    Completion<Claim> completion = alone(() -> lone.claim(offer, owner));
    if (completion.fault().isPresent() && completion.rolledBack().isEmpty()) {
      releases.doubt(offer.identity(), owner);
    }
    return ClaimReleases.ended(completion);
  }

  boolean remove(Identity identity, UUID owner) {
    return releases.release(identity, owner);
  }

  boolean contains(Identity identity) {
    releases.catchUp(identity);
    return transacted()
        ? lone.claimed(identity)
        : ClaimReleases.ended(alone(() -> lone.claimed(identity)));
  }

  private static boolean isNew(Identity identity, Claim claim) {
    if (claim instanceof Claim.Busy) {
      throw new SemelException(
          Code.RIVAL_IN_FLIGHT,
          "Another transaction holds "
              + identity
              + " and has not ended in time; roll back, so that the message is redelivered.");
    }
    return claim instanceof Claim.Claimed;
  }

  private <T> Completion<T> alone(Supplier<T> act) {
    return transactions.inNew(ClaimReleases.TIMEOUT, () -> Decision.commit(act.get()));
  }
}
