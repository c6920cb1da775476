// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredTransaction.Stretch;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What one transaction writes of the stored messages that run in it. */
class StoredTransactionTest {

  private static final RouteProgress STEP = new RouteProgress("one", Body.none(), Headers.none());

  private final StoredWorld world = new StoredWorld();
  private final List<String> written = new ArrayList<>();
  private final List<IdentifiedMessage> ordered = new ArrayList<>();
  private Optional<RouteProgress> progress = Optional.empty();
  private final ReceiverStores stores =
      new ReceiverStores(
          world.world.inbox, world.world.attempts, world.world.parking, intents(), bodies());

  @Test
  void whatTookEffectIsKeptAndWrittenWithItsIntents() {
    world.store("1", "2");
    List<LeasedMessage> leased = world.lease();
    assertThat(world.in(() -> routed().all(leased))).hasSize(2);
    assertThat(written).containsExactly("keeps 1", "keeps 2", "intents", "bodies");
    assertThat(world.stage("1")).isEqualTo(InboxStage.COMPLETED);
  }

  @Test
  void ofAStepTheIntentsAreWrittenAndTheBodyOnlyAtTheEnd() {
    world.store("1");
    LeasedMessage leased = world.lease().get(0);
    progress = Optional.of(STEP);
    assertThat(world.in(() -> routed().stretch(leased)))
        .isEqualTo(new Stretch(progress, List.of()));
    assertThat(written).containsExactly("intents");
    assertThat(world.stage("1")).isEqualTo(InboxStage.IN_PROGRESS);
    progress = Optional.empty();
    Receipt receipt = new Receipt.Processed(leased.identity(), leased.message());
    assertThat(world.in(() -> routed().stretch(leased.at(STEP))))
        .isEqualTo(new Stretch(progress, List.of(receipt)));
    assertThat(written).containsExactly("intents", "keeps 1", "intents", "bodies");
  }

  @Test
  void oneThatHasExpiredWhenItsTurnComesAloneIsNotRun() {
    storeExpired("1");
    LeasedMessage leased = world.lease().get(0);
    assertThat(world.in(() -> routed().stretch(leased)))
        .isEqualTo(new Stretch(Optional.empty(), List.of()));
    assertThat(world.stage("1")).isEqualTo(InboxStage.FAILED_TERMINAL);
    assertThat(written).doesNotContain("keeps 1");
  }

  @Test
  void whatHasBegunGoesOnToItsEndThoughItsTimeIsOver() {
    storeExpired("1");
    LeasedMessage leased = world.lease().get(0);
    Stretch end = world.in(() -> routed().stretch(leased.at(STEP)));
    assertThat(end.receipts()).hasExactlyElementsOfTypes(Receipt.Processed.class);
  }

  @Test
  void whereOrderIsKeptItHandlesWhatIsInTime() {
    world.store("1");
    storeExpired("2");
    List<LeasedMessage> leased = world.lease();
    assertThat(world.in(() -> inOrder(StoredTransactionTest::processed).all(leased)))
        .hasExactlyElementsOfTypes(Receipt.Processed.class);
    assertThat(ordered)
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.identity()).isEqualTo(world.world.identity("1"));
              assertThat(one.offer().fingerprint())
                  .isEqualTo(FingerprintProfile.EXACT.of(StoredWorld.message()));
            });
    assertThat(world.stage("1")).isEqualTo(InboxStage.COMPLETED);
    assertThat(world.stage("2")).isEqualTo(InboxStage.FAILED_TERMINAL);
  }

  @Test
  void whatCannotTakeEffectAtItsVersionsTurnWaitsWhereItIsStoredToo() {
    world.store("1");
    LeasedMessage leased = world.lease().get(0);
    Stretch end = world.in(() -> inOrder(StoredTransactionTest::parked).stretch(leased));
    assertThat(end.progress()).isEmpty();
    assertThat(end.receipts()).hasExactlyElementsOfTypes(Receipt.Parked.class);
    assertThat(world.stage("1")).isEqualTo(InboxStage.PARKED);
    assertThat(world.world.parking.rows()).hasSize(1);
  }

  private StoredTransaction routed() {
    return transaction(Optional.empty());
  }

  private StoredTransaction inOrder(ClaimedHandler order) {
    return transaction(
        Optional.of(
            ours -> {
              ordered.addAll(ours);
              return order.handle(ours);
            }));
  }

  private StoredTransaction transaction(Optional<ClaimedHandler> order) {
    StoredWorld.Route route = (message, identity, behind) -> progress;
    return new StoredTransaction(
        world.policy, world.stored, stores, route, order, Expiry.by(() -> Instant.ofEpochMilli(2)));
  }

  private static List<Receipt> processed(List<IdentifiedMessage> ours) {
    return ours.stream()
        .<Receipt>map(one -> new Receipt.Processed(one.identity(), one.message()))
        .toList();
  }

  private static List<Receipt> parked(List<IdentifiedMessage> ours) {
    Verdict verdict = new Verdict(ParkingReason.CONFLICT, "another body");
    return ours.stream()
        .<Receipt>map(
            one ->
                new Receipt.Parked(
                    new ParkedMessage(
                        "c",
                        one.message(),
                        verdict,
                        IdentityEvidence.of(one.offer()).holdingClaim())))
        .toList();
  }

  private void storeExpired(String key) {
    Message late = Messages.text("body", Map.of("JMSExpiration", 1L));
    world.in(() -> world.stored.store(List.of(new InboxEntry(world.world.identity(key), late))));
  }

  private Intents intents() {
    return new Intents() {
      @Override
      public void record(Intent intent) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void flush() {
        written.add("intents");
      }
    };
  }

  private KeptBodies bodies() {
    return new KeptBodies() {
      @Override
      public void keep(Identity identity, Message message) {
        written.add("keeps " + identity.key());
      }

      @Override
      public void flush() {
        written.add("bodies");
      }

      @Override
      public Optional<Body> first(Identity identity) {
        return Optional.empty();
      }
    };
  }
}
