// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.identity.Differences;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;

/**
 * Parks messages with the aggregate whose version they have, which is not forgotten for as long as
 * they wait; and a conflict with a message that waits for its version as such, with the names of
 * the fields in which they differ, as what waits has its body.
 */
public final class OrderedParkedStore implements ParkedStore {

  private final ParkedStore parking;
  private final OrderPolicy order;
  private final Versions versions;

  public OrderedParkedStore(ParkedStore parking, OrderPolicy order, Versions versions) {
    this.parking = parking;
    this.order = order;
    this.versions = versions;
  }

  @Override
  public void park(List<ParkedMessage> messages) {
    parking.park(messages.stream().map(this::placed).map(this::compared).toList());
  }

  private ParkedMessage placed(ParkedMessage parked) {
    return aggregate(parked)
        .map(
            aggregate ->
                with(parked, parked.verdict(), parked.evidence().of(aggregate, version(parked))))
        .orElse(parked);
  }

  /**
   * The aggregate of a parked message; empty if the rule throws. Most often that exception is why
   * the message is parked. If it got out of here, it would undo the message's neighbours at every
   * delivery.
   */
  private Optional<Identity> aggregate(ParkedMessage parked) {
    return known(() -> order.aggregate(parked.consumer(), parked.message()), Optional.empty());
  }

  /** Likewise. */
  private OptionalLong version(ParkedMessage parked) {
    return known(() -> order.numbered(parked.message()), OptionalLong.empty());
  }

  private static <T> T known(Supplier<T> rule, T none) {
    try {
      return rule.get();
    } catch (RuntimeException
        | LinkageError
        | AssertionError
        | StackOverflowError
        | InternalError e) {
      return none;
    }
  }

  /** A conflict was let pass by the policy's rule of identity, so that it has a place. */
  private ParkedMessage compared(ParkedMessage parked) {
    if (!parked.verdict().reason().equals(ParkingReason.CONFLICT)) {
      return parked;
    }
    return versions
        .waiting(Place.of(order, parked.consumer(), parked.message()))
        .filter(first -> isWith(parked, first))
        .map(first -> compared(parked, first))
        .orElse(parked);
  }

  private static boolean isWith(ParkedMessage parked, HeldMessage first) {
    return parked
        .evidence()
        .conflict()
        .filter(conflict -> conflict.recorded().equals(first.offer().fingerprint()))
        .isPresent();
  }

  private static ParkedMessage compared(ParkedMessage parked, HeldMessage first) {
    return with(
        parked,
        new Verdict(ParkingReason.CONFLICT, "another body waits at its version"),
        Differences.topLevel(first.message().body(), parked.message().body())
            .map(parked.evidence()::differingIn)
            .orElse(parked.evidence()));
  }

  private static ParkedMessage with(
      ParkedMessage parked, Verdict verdict, IdentityEvidence evidence) {
    return new ParkedMessage(parked.consumer(), parked.message(), verdict, evidence);
  }
}
