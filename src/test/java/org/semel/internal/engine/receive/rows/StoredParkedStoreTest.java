// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.ParkingReason;
import org.semel.small.Proxied;

/** Stored messages that waited for their version, and are parked at their turn. */
class StoredParkedStoreTest {

  private final StoredWorld world = new StoredWorld();

  @Test
  void whatWasHandedOnWaitsForAPersonWhereItIsStoredToo() {
    store("1", InboxStage.COMPLETED);
    assertThat(park(world.stored, parked("1").holdingClaim()).committed()).isPresent();
    assertThat(world.stage("1")).isEqualTo(InboxStage.PARKED);
    assertThat(world.world.parking.rows()).hasSize(1);
  }

  @Test
  void whatHasNoClaimOrIsAtAnotherStageOrGoneIsParkedAndNotMoved() {
    store("no claim", InboxStage.COMPLETED);
    store("in progress", InboxStage.IN_PROGRESS);
    park(
        world.stored,
        parked("no claim"),
        parked("in progress").holdingClaim(),
        parked("gone").holdingClaim(),
        IdentityEvidence.unknown());
    assertThat(world.world.parking.rows()).hasSize(4);
    assertThat(world.stage("no claim")).isEqualTo(InboxStage.COMPLETED);
    assertThat(world.stage("in progress")).isEqualTo(InboxStage.IN_PROGRESS);
  }

  @Test
  void whatIsLockedAndCannotBeMovedIsADefectThatUndoesIt() {
    store("1", InboxStage.COMPLETED);
    StoredMessages refusing =
        Proxied.as(
            StoredMessages.class,
            (method, arguments) ->
                method.getName().equals("move")
                    ? arguments[0]
                    : Proxied.call(world.stored, method, arguments));
    assertThat(park(refusing, parked("1").holdingClaim()).fault())
        .get()
        .asString()
        .contains("1 locked messages could not be parked");
    assertThat(world.world.parking.rows()).isEmpty();
  }

  private void store(String key, InboxStage stage) {
    world.store(key);
    world.stored.force(world.world.identity(key), stage);
  }

  private Completion<String> park(StoredMessages messages, IdentityEvidence... subjects) {
    StoredParkedStore parking = new StoredParkedStore(world.world.parking, messages);
    List<ParkedMessage> parked =
        List.of(subjects).stream()
            .map(
                subject ->
                    new ParkedMessage(
                        "c",
                        StoredWorld.message(),
                        new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "no"),
                        subject))
            .toList();
    return world.world.transactions.inNew(
        StoredWorld.LEASE,
        () -> {
          parking.park(parked);
          return Decision.commit("");
        });
  }

  private IdentityEvidence parked(String key) {
    return IdentityEvidence.of(
        new Offer(world.world.identity(key), FingerprintProfile.EXACT.of(StoredWorld.message())));
  }
}
