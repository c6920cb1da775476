// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.message.Fingerprint.Agreement;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;

/**
 * Messages whose version is not beyond what their aggregate has reached. Of the highest version it
 * is known with which body it took effect, so that another body is a conflict; what is older is
 * ignored, whatever its body.
 */
public final class OldVersions {

  private final String consumer;
  private final OrderPolicy order;
  private final Versions versions;

  /** Those of a consumer that keeps versions in order. */
  public OldVersions(ConsumerPolicy policy, Versions versions) {
    this.consumer = policy.name();
    this.order = policy.ordered().orElseThrow();
    this.versions = versions;
  }

  /**
   * The receipt of this message, if its aggregate, which is locked from now on, has reached its
   * version; empty if that is still to come. Joins the caller's transaction.
   */
  Optional<Receipt> receipt(IdentifiedMessage one) {
    Place place = Place.of(order, consumer, one.message());
    Map<Identity, Reached> locked = versions.lock(Map.of(place.aggregate(), order.first() - 1));
    Reached reached = Objects.requireNonNull(locked.get(place.aggregate()));
    if (place.version() > reached.version()) {
      return Optional.empty();
    }
    Receipt receipt = of(one, place.version(), reached);
    if (receipt.toPark().isEmpty()) {
      versions.advance(List.of(new Advance(place.aggregate(), reached, 1)));
    }
    return Optional.of(receipt);
  }

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
