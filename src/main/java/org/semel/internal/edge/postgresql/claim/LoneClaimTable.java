// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.util.List;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.LoneClaims;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Identity;

/** {@code semel_claim} for claims with an owner, who may withdraw them. */
public final class LoneClaimTable implements LoneClaims {

  private static final String OWN =
      """
      UPDATE {schema}.semel_claim SET owner = ? WHERE identity = ?
      """;

  private static final String RELEASE =
      """
      DELETE FROM {schema}.semel_claim WHERE identity = ? AND owner = ?
      """;

  private static final String CLAIMED =
      """
      SELECT 1 FROM {schema}.semel_claim WHERE identity = ?
      """;

  private final Jdbc jdbc;
  private final ClaimStore claims;

  public LoneClaimTable(Jdbc jdbc, ClaimStore claims) {
    this.jdbc = jdbc;
    this.claims = claims;
  }

  @Override
  public Claim claim(Offer offer, UUID owner) {
    Claim claim = claims.claim(List.of(offer)).get(0);
    if (claim instanceof Claim.Claimed) {
      jdbc.update("own a claim", OWN, binds -> binds.uuid(owner).uuid(offer.identity().digest()));
    }
    return claim;
  }

  @Override
  public boolean release(Identity identity, UUID owner) {
    int released =
        jdbc.update(
            "take a claim back", RELEASE, binds -> binds.uuid(identity.digest()).uuid(owner));
    return released == 1;
  }

  @Override
  public boolean claimed(Identity identity) {
    return !jdbc.query(
            "look a claim up",
            CLAIMED,
            binds -> binds.uuid(identity.digest()),
            row -> row.getInt(1))
        .isEmpty();
  }
}
