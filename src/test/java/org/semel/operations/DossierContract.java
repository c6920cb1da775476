// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.Identities.Obstacle;

/** An identity with more than a page of anything. */
public abstract class DossierContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "it is settled");

  private final OpsWorld world;
  private final Identity identity = new Identity("c-" + UUID.randomUUID(), "1");
  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final Operations operations;

  public DossierContract(OpsWorld world) {
    this.world = world;
    this.operations =
        world.operations(
            new Replayer(),
            name -> ReplayRule.ALLOWED,
            () -> List.of(destination),
            OpsWorld.NO_DEAD_LETTERS);
  }

  @Test
  void itShowsTheNewestHundredParkedMessages() {
    park(103);
    List<Long> all = waiting();
    assertThat(dossier().parked())
        .extracting(ParkedCase::id)
        .containsExactlyElementsOf(all.subList(3, 103));
    assertThat(dossier().more()).isEqualTo(new Dossier.More(false, true, false, false));
  }

  @Test
  void ofNoMoreThanAHundredItShowsAll() {
    park(100);
    record(0, 100).forEach(key -> operations.intents().withdraw(key, ANN));
    assertThat(dossier().parked()).hasSize(100);
    assertThat(dossier().intents()).hasSize(100);
    assertThat(dossier().acts()).hasSize(100);
    assertThat(dossier().more()).isEqualTo(new Dossier.More(false, false, false, false));
  }

  @Test
  void itShowsTheFirstHundredEffects() {
    List<String> names = IntStream.range(0, 101).mapToObj(number -> "effect " + number).toList();
    names.forEach(
        name ->
            world.act(
                () -> {
                  world.effects().name(identity, name);
                  return name;
                }));
    assertThat(dossier().effects())
        .extracting(Dossier.NamedEffect::name)
        .containsExactlyElementsOf(names.subList(0, 100));
    assertThat(dossier().more()).isEqualTo(new Dossier.More(true, false, false, false));
  }

  @Test
  void itShowsAHundredIntentsThoseThatMayStillHappenBeforeTheOthers() {
    record(0, 150).forEach(key -> operations.intents().withdraw(key, ANN));
    List<UUID> open = record(300, 310);
    assertThat(dossier().intents())
        .hasSize(100)
        .extracting(IntentRecord::key)
        .containsAll(open)
        .doesNotHaveDuplicates();
    assertThat(dossier().more()).isEqualTo(new Dossier.More(false, false, true, true));
  }

  @Test
  void itShowsAHundredIntentsIfMoreMayStillHappen() {
    record(0, 120);
    assertThat(dossier().intents()).hasSize(100);
    assertThat(dossier().more()).isEqualTo(new Dossier.More(false, false, true, false));
  }

  /** However many others were settled before or since. */
  @Test
  void aMessageThatWaitsIsInTheWayThoughItIsNotAmongTheNewestOrTheOldest() {
    park(203);
    List<Long> all = waiting();
    long between = all.get(101);
    all.stream().filter(id -> id != between).forEach(id -> operations.parked().withdraw(id, ANN));
    assertThat(operations.identities().erase(identity, ANN))
        .isEqualTo(new Obstacle.Parked(between));
  }

  @Test
  void aMessageThatHoldsTheClaimIsInTheWayThoughItIsNotAmongTheNewestOrTheOldest() {
    world.claim(offer(message(0)));
    park(IntStream.range(0, 101).mapToObj(this::conflict).toList());
    park(List.of(holder()));
    park(IntStream.range(101, 202).mapToObj(this::conflict).toList());
    long holder = waiting().get(101);
    assertThat(operations.identities().forget(identity, ANN))
        .isEqualTo(new Obstacle.Parked(holder));
  }

  private Dossier dossier() {
    return operations.identities().dossier(identity);
  }

  private List<Long> waiting() {
    return operations.parked().waiting(identity.consumer(), 0, 500).stream()
        .map(ParkedCase::id)
        .toList();
  }

  private List<UUID> record(int from, int to) {
    List<Intent> intents =
        IntStream.range(from, to)
            .mapToObj(ordinal -> new Intent.Address(destination, ordinal))
            .map(address -> new Intent(identity, address, Headers.none(), Body.none()))
            .toList();
    world.act(
        () -> {
          intents.forEach(world.memory().intents()::record);
          return intents;
        });
    return intents.stream().map(Intent::key).toList();
  }

  private void park(int count) {
    park(IntStream.range(0, count).mapToObj(this::conflict).toList());
  }

  private void park(List<ParkedMessage> messages) {
    world.act(
        () -> {
          world.memory().parking().park(messages);
          return messages;
        });
  }

  private ParkedMessage conflict(int number) {
    return new ParkedMessage(
        identity.consumer(),
        message(number),
        new Verdict(ParkingReason.CONFLICT, "x"),
        IdentityEvidence.of(offer(message(number))));
  }

  private ParkedMessage holder() {
    return new ParkedMessage(
        identity.consumer(),
        message(0),
        new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "x"),
        IdentityEvidence.of(offer(message(0))).holdingClaim());
  }

  private static Message message(int number) {
    return Messages.keyed("1", "body " + number, 1);
  }

  private Offer offer(Message message) {
    return new Offer(identity, FingerprintProfile.EXACT.of(message));
  }
}
