// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.RivalInFlight;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Fingerprint;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.small.Proxied;

/** What is stored first, and what comes again. */
class StoringHandlerTest {

  private final StoredWorld world = new StoredWorld();
  private final WakeUp arrivals = new WakeUp();
  private final StoringHandler storing =
      new StoringHandler(
          world.policy, world.stored, world.world.transactions, arrivals, Optional.empty());

  @Test
  void whereNothingIsThereNothingIsStoredAndNobodyWoken() {
    assertThat(handle()).isEmpty();
    assertThat(arrivals.signals()).isZero();
  }

  @Test
  void whatIsNewIsStoredAndWhoWorksItOffIsWoken() {
    assertThat(handle(one("1", "a"), one("2", "b")))
        .containsExactly(
            new Receipt.Deferred(world.world.identity("1"), Messages.text("a")),
            new Receipt.Deferred(world.world.identity("2"), Messages.text("b")));
    assertThat(world.stage("2")).isEqualTo(InboxStage.RECEIVED);
    assertThat(arrivals.signals()).isEqualTo(1);
  }

  @Test
  void nobodyIsWokenForWhatIsRolledBack() {
    world.world.transactions.inNew(
        StoredWorld.LEASE, () -> Decision.discard(storing.handle(List.of(one("1", "a")))));
    assertThat(arrivals.signals()).isZero();
  }

  @Test
  void ofTwoOfOneIdentityInABatchTheFirstIsStoredAndTheOtherAbsorbedAndCounted() {
    assertThat(handle(one("1", "a"), one("1", "a")))
        .hasExactlyElementsOfTypes(Receipt.Deferred.class, Receipt.Duplicate.class);
    assertThat(world.stored.absorbed()).containsExactly(world.world.identity("1"));
  }

  @Test
  void ofOneThatLeavesNoTraceNothingIsCounted() {
    IdentifiedMessage one = one("1", "a");
    handle(one);
    assertThat(handle(new IdentifiedMessage(one.message(), one.offer().untraced())))
        .hasExactlyElementsOfTypes(Receipt.Duplicate.class);
    assertThat(world.stored.absorbed()).isEmpty();
  }

  @Test
  void anotherBodyUnderAStoredIdentityIsAConflict() {
    handle(one("1", "a"));
    ParkedMessage parked = handle(one("1", "b")).get(0).toPark().orElseThrow();
    assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.CONFLICT);
    assertThat(parked.evidence().conflict())
        .contains(new Claim.Conflict(fingerprint("a"), Instant.EPOCH));
    assertThat(parked.evidence().holdsClaim()).isTrue();
    assertThat(world.stored.absorbed()).isEmpty();
  }

  @Test
  void oneThatWasParkedAndIsHandedInAgainIsWorkedOffAgain() {
    handle(one("1", "a"));
    world.stored.force(world.world.identity("1"), InboxStage.PARKED);
    assertThat(handedIn(Occasion.RELEASE)).hasExactlyElementsOfTypes(Receipt.Deferred.class);
    assertThat(world.stage("1")).isEqualTo(InboxStage.RECEIVED);
  }

  @Test
  void oneThatWasParkedAndThatItsQueueDeliversAgainIsAbsorbedAndStaysParked() {
    handle(one("1", "a"));
    world.stored.force(world.world.identity("1"), InboxStage.PARKED);
    assertThat(handedIn(Occasion.DELIVERY)).hasExactlyElementsOfTypes(Receipt.Duplicate.class);
    assertThat(world.stage("1")).isEqualTo(InboxStage.PARKED);
  }

  private List<Receipt> handedIn(Occasion occasion) {
    return occasion.during(() -> handle(one("1", "a")));
  }

  @Test
  void oneThatIsBeingWorkedOffStaysAsItIs() {
    handle(one("1", "a"));
    world.lease();
    assertThat(handle(one("1", "a"))).hasExactlyElementsOfTypes(Receipt.Duplicate.class);
    assertThat(world.stage("1")).isEqualTo(InboxStage.IN_PROGRESS);
  }

  /** The contract allows it: it was there, and is forgotten before it is looked at. */
  @Test
  void whatIsForgottenJustNowComesAgain() {
    StoredMessages forgetting =
        Proxied.as(
            StoredMessages.class,
            (method, arguments) -> method.getName().equals("store") ? Set.of() : Optional.empty());
    StoringHandler beside =
        new StoringHandler(
            world.policy, forgetting, world.world.transactions, arrivals, Optional.empty());
    Completion<List<Receipt>> completion =
        world.world.transactions.inNew(
            StoredWorld.LEASE, () -> Decision.commit(beside.handle(List.of(one("1", "a")))));
    assertThat(completion.fault()).get().isInstanceOf(RivalInFlight.class);
  }

  private List<Receipt> handle(IdentifiedMessage... ours) {
    return world.in(() -> storing.handle(Stream.of(ours).toList()));
  }

  private IdentifiedMessage one(String key, String body) {
    Message message = Messages.text(body);
    return new IdentifiedMessage(
        message, new Offer(world.world.identity(key), FingerprintProfile.EXACT.of(message)));
  }

  private static Fingerprint fingerprint(String body) {
    return FingerprintProfile.EXACT.of(Messages.text(body));
  }
}
