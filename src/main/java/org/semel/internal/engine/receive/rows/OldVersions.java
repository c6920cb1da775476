// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.message.Fingerprint.Agreement;
import org.semel.message.ParkingReason;

/**
 * Messages whose version is not beyond what their aggregate has reached. Of the highest version it
 * is known with which body it took effect, so that another body is a conflict; what is older is
 * ignored, whatever its body.
 */
public final class OldVersions {

  private OldVersions() {}

  /** The receipt of a message whose version the aggregate has reached. */
  static Receipt of(IdentifiedMessage one, long version, Reached reached) {
    if (version < reached.version()) {
      return new Receipt.Ignored(one.identity(), one.message());
    }
    return reached
        .fingerprint()
        .filter(its -> its.with(one.offer().fingerprint()) == Agreement.DIFFERENT)
        .<Receipt>map(
            its ->
                conflict(
                    one,
                    new Claim.Conflict(its, reached.at()),
                    "another body took effect at its version"))
        .orElseGet(() -> new Receipt.Ignored(one.identity(), one.message()));
  }

  /** Its version is refused; its identity was claimed before, and is its own. */
  public static Receipt.Parked conflict(IdentifiedMessage one, Claim.Conflict with, String detail) {
    return new Receipt.Parked(
        new ParkedMessage(
            one.identity().consumer(),
            one.message(),
            new Verdict(ParkingReason.CONFLICT, detail),
            IdentityEvidence.conflicting(one.offer(), with).holdingClaim()));
  }
}
