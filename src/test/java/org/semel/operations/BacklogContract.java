// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedCase.ParkedState;

/** What waits, whatever stands behind it. */
public abstract class BacklogContract {

  private final OpsWorld world;
  private final String owner = "o-" + UUID.randomUUID();

  public BacklogContract(OpsWorld world) {
    this.world = world;
  }

  @Test
  void parkedMessagesAreCountedByReasonAndThoseThatComeAgainBesideThem() {
    park(ParkingReason.NO_IDENTITY);
    park(ParkingReason.NO_IDENTITY);
    park(ParkingReason.CONFLICT);
    world.act(
        () ->
            world
                .memory()
                .attempts()
                .failed(
                    new Offer(
                        new Identity(owner, "1"), FingerprintProfile.EXACT.of(Messages.text("x"))),
                    new Failure("kind", "detail")));
    assertThat(messages()).containsExactly("CONFLICT 1", "NO_IDENTITY 2", "RETRYING 1");
  }

  @Test
  void storedMessagesAreCountedByStageUntilTheyHaveEnded() {
    world.act(() -> world.stored().store(List.of(stored("1"), stored("2"), stored("3"))));
    world.act(
        () -> {
          List<LeasedMessage> leased =
              world.stored().lease(owner, new Quota(2, 0), Duration.ofMinutes(5));
          return world.stored().move(List.of(new Move(leased.get(0), new StageChange.Completed())));
        });
    assertThat(messages()).containsExactly("IN_PROGRESS 1", "RECEIVED 1");
  }

  @Test
  void messagesThatWaitForAVersionAreCountedAndSoAreTheAggregatesOfWhichOneIsMissing() {
    hold("a", 3);
    hold("a", 4);
    hold("b", 9);
    hold("c", 1);
    assertThat(messages()).containsExactly("GAP_OPEN 2", "HELD 4");
  }

  @Test
  void whatIsSettledIsNoBacklog() {
    park(ParkingReason.CONFLICT);
    long id = world.look(() -> world.stores().cases().waiting(owner, 0, 1)).get(0).id();
    world.act(
        () -> {
          world.stores().cases().settle(id, ParkedState.WITHDRAWN);
          return id;
        });
    assertThat(messages()).isEmpty();
  }

  @Test
  void intentsAreCountedUntilTheyAreDelivered() {
    for (int ordinal = 0; ordinal < 4; ordinal++) {
      record(ordinal);
    }
    List<Lease> leases =
        world.act(() -> world.queue().lease(new Destination(owner), 2, Duration.ofMinutes(5)));
    world.act(
        () ->
            world
                .queue()
                .settle(
                    List.of(
                        new SettledLease(
                            leases.get(0),
                            new Settlement.Parked(Settlement.IntentParkingReason.REFUSED, "no")))));
    world.act(
        () -> world.stores().interventions().delivered(free(leases), new ProviderReference("r")));
    assertThat(intents()).containsExactly("leased 1", "parked 1", "pending 1");
  }

  @Test
  void theOldestTellsItsAge() {
    park(ParkingReason.CONFLICT);
    assertThat(world.look(() -> world.stores().backlog().messages()))
        .filteredOn(pile -> pile.owner().equals(owner))
        .allMatch(pile -> !pile.oldest().isNegative());
  }

  private InboxEntry stored(String key) {
    return new InboxEntry(new Identity(owner, key), Messages.text("x"));
  }

  private void hold(String key, long version) {
    Identity aggregate = new Identity(owner, key);
    Offer offer =
        new Offer(
            new Identity(owner, key + "|" + version),
            FingerprintProfile.EXACT.of(Messages.text("x")));
    HeldMessage early = new HeldMessage(new Place(aggregate, version), offer, Messages.text("x"));
    world.act(
        () -> {
          world.versions().lock(Map.of(aggregate, 0L));
          return world.versions().hold(List.of(early));
        });
  }

  /** The key of an intent that nobody holds. */
  private UUID free(List<Lease> leases) {
    return IntStream.range(0, 4)
        .mapToObj(this::intent)
        .map(Intent::key)
        .filter(key -> leases.stream().noneMatch(lease -> lease.intent().key().equals(key)))
        .findFirst()
        .orElseThrow();
  }

  private void park(ParkingReason reason) {
    ParkedMessage parked =
        new ParkedMessage(
            owner, Messages.text("x"), new Verdict(reason, "x"), IdentityEvidence.unknown());
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
  }

  private void record(int ordinal) {
    world.act(
        () -> {
          world.memory().intents().record(intent(ordinal));
          return ordinal;
        });
  }

  private Intent intent(int ordinal) {
    return new Intent(
        new Identity("c", "1"),
        new Intent.Address(new Destination(owner), ordinal),
        Headers.none(),
        Body.none());
  }

  private List<String> messages() {
    return told(world.look(() -> world.stores().backlog().messages()));
  }

  private List<String> intents() {
    return told(world.look(() -> world.stores().backlog().intents()));
  }

  private List<String> told(List<BacklogCount> piles) {
    return piles.stream()
        .filter(pile -> pile.owner().equals(owner))
        .map(pile -> pile.state() + " " + pile.rows())
        .toList();
  }
}
