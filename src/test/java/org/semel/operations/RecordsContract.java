// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.Dossier.Duplicates;
import org.semel.operations.Dossier.NamedEffect;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.ParkedCase.ParkedState;

/** What is known of one identity, whatever stands behind it. */
public abstract class RecordsContract {

  private final OpsWorld world;
  private final Identity identity = new Identity("c-" + UUID.randomUUID(), "1");
  private final Identity other = new Identity(identity.consumer(), "2");

  public RecordsContract(OpsWorld world) {
    this.world = world;
  }

  @Test
  void ofAnUnknownIdentityNothingIsKnown() {
    assertThat(world.look(() -> records().claim(identity))).isEmpty();
    assertThat(world.look(() -> records().absorbed(identity)))
        .isEqualTo(new Duplicates(0, Optional.empty()));
    assertThat(world.look(() -> records().cases(identity, 9))).isEmpty();
    assertThat(world.act(() -> records().forget(identity))).isFalse();
  }

  @Test
  void aClaimIsShownWithTheBodyThatTookEffectAndItsTransaction() {
    world.claim(offer(identity));
    Remembered claim = world.look(() -> records().claim(identity)).orElseThrow();
    assertThat(claim.fingerprint()).isEqualTo(offer(identity).fingerprint());
    assertThat(claim.transaction()).isNotBlank();
  }

  @Test
  void duplicatesAreCountedForTheirIdentityOnly() {
    world.claim(offer(identity));
    world.claim(offer(other));
    world.claim(offer(identity));
    world.claim(offer(identity));
    assertThat(world.look(() -> records().absorbed(identity)).count()).isEqualTo(2);
    assertThat(world.look(() -> records().absorbed(identity)).latest()).isPresent();
    assertThat(world.look(() -> records().absorbed(other)).count()).isZero();
  }

  @Test
  void itsEffectsAreListedAsTheRouteNamesThemAndNoneThatWasRolledBack() {
    name(identity, "reservation 17");
    name(identity, "stock 4");
    name(other, "reservation 18");
    world.look(
        () -> {
          world.effects().name(identity, "undone");
          return identity;
        });
    List<NamedEffect> found = world.look(() -> records().effects(identity, 9));
    assertThat(found).extracting(NamedEffect::name).containsExactly("reservation 17", "stock 4");
    assertThat(found).allSatisfy(effect -> assertThat(effect.transaction()).isNotBlank());
  }

  private void name(Identity whose, String effect) {
    world.act(
        () -> {
          world.effects().name(whose, effect);
          return whose;
        });
  }

  @Test
  void itsParkedMessagesAreListedWhateverBecameOfThem() {
    long id = park(ParkingReason.ATTEMPTS_EXHAUSTED);
    world.act(
        () -> {
          world.stores().cases().settle(id, ParkedState.WITHDRAWN);
          return id;
        });
    park(ParkingReason.CONFLICT);
    assertThat(world.look(() -> records().cases(identity, 9)))
        .extracting(found -> found.standing().state())
        .containsExactly(ParkedState.WITHDRAWN, ParkedState.PARKED);
    assertThat(world.look(() -> records().cases(other, 9))).isEmpty();
  }

  @Test
  void whatIsKnownOfAnIdentityIsToldWithoutTheBodiesOfItsParkedMessages() {
    park(ParkingReason.CONFLICT);
    Body listed = world.look(() -> records().cases(identity, 9)).get(0).message().body();
    assertThat(listed.size()).isEqualTo(1);
    assertThatThrownBy(listed::bytes).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void intentsAreFoundByTheirKeysWithTheProvidersAnswer() {
    Destination destination = new Destination("d-" + UUID.randomUUID());
    Intent first = intent(destination, 0);
    Intent second = intent(destination, 1);
    world.act(
        () -> {
          world.memory().intents().record(first);
          world.memory().intents().record(second);
          return first;
        });
    world.act(
        () ->
            world
                .stores()
                .interventions()
                .delivered(first.key(), new ProviderReference("receipt 17")));
    List<IntentRecord> found =
        world.look(() -> records().intents(List.of(second.key(), first.key(), UUID.randomUUID())));
    assertThat(found)
        .extracting(record -> record.key() + " " + record.state() + " " + record.cause())
        .containsExactly(
            first.key() + " " + IntentState.DELIVERED + " " + identity,
            second.key() + " " + IntentState.PENDING + " " + identity);
    assertThat(found.get(0).answers().reference()).contains("receipt 17");
    assertThat(found.get(1).address())
        .isEqualTo(new IntentRecord.Address(destination.name(), 1, Optional.empty()));
  }

  @Test
  void aForgottenIdentityCanBeClaimedAgainAndNoOther() {
    world.claim(offer(identity));
    world.claim(offer(other));
    assertThat(world.act(() -> records().forget(identity))).isTrue();
    assertThat(world.claim(offer(identity))).isInstanceOf(Claim.Claimed.class);
    assertThat(world.claim(offer(other))).isInstanceOf(Claim.Duplicate.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ATTEMPTS_EXHAUSTED", "TERMINAL_FAILURE", "DELIVERIES_EXHAUSTED"})
  void aClaimThatAParkedMessageHoldsIsNotForgotten(ParkingReason reason) {
    world.claim(offer(identity));
    park(reason);
    assertThat(world.act(() -> records().forget(identity))).isFalse();
    assertThat(world.claim(offer(identity))).isInstanceOf(Claim.Duplicate.class);
  }

  @Test
  void aRollBackForgetsNothing() {
    world.claim(offer(identity));
    assertThat(world.look(() -> records().forget(identity))).isTrue();
    assertThat(world.claim(offer(identity))).isInstanceOf(Claim.Duplicate.class);
  }

  private long park(ParkingReason reason) {
    ParkedMessage parked =
        new ParkedMessage(
            identity.consumer(),
            Messages.keyed("1", "a", 1),
            new Verdict(reason, "x"),
            reason.equals(ParkingReason.CONFLICT)
                ? IdentityEvidence.of(offer(identity))
                : IdentityEvidence.of(offer(identity)).holdingClaim());
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
    return world.look(() -> world.stores().cases().waiting(identity.consumer(), 0, 10)).get(0).id();
  }

  private Intent intent(Destination destination, int ordinal) {
    return new Intent(
        identity, new Intent.Address(destination, ordinal), Headers.none(), Body.none());
  }

  private static Offer offer(Identity identity) {
    return new Offer(identity, FingerprintProfile.EXACT.of(Messages.keyed("1", "a", 1)));
  }

  private Records records() {
    return world.stores().records();
  }
}
