// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.identity.Identification.Formerly;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What a receiver makes of messages, one claim and one history at a time. */
class ReceiverTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Failure FAULT = new Failure("Passing", "away");

  private final World world = new World();
  private final Bodies bodies = new Bodies();

  @Test
  void aFirstDeliveryCostsNoLookUpOfFailures() {
    Offer offer = offer(keyed("1", "a", 1));
    for (int i = 0; i < 3; i++) {
      write(() -> world.attempts.failed(offer, FAULT));
    }
    assertThat(receive(keyed("1", "a", 1))).isInstanceOf(Receipt.Processed.class);
  }

  @Test
  void oneThatWasStoppedAsOftenAsThePolicySaysIsParkedAtTheNextDelivery() {
    Offer offer = offer(keyed("1", "a", 1));
    for (int stops = 0; stops < 7; stops++) {
      write(() -> world.attempts.stopped(offer, FAULT));
    }
    assertThat(rehearse(keyed("1", "a", 2))).isInstanceOf(Receipt.Processed.class);
    write(() -> world.attempts.stopped(offer, FAULT));
    assertThat(parked(receive(keyed("1", "a", 2))).verdict())
        .isEqualTo(
            new ParkedMessage.Verdict(
                ParkingReason.DELIVERIES_EXHAUSTED,
                "stopped alone 8 times, at last by Passing: away",
                Optional.of("Passing")));
  }

  @Test
  void whatCarriesATimeOutsideWhatIsRememberedIsParkedWithoutAClaim() {
    ParkedMessage parked = parked(over(answering(new Claim.OutOfTime())));
    assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.OUT_OF_TIME);
    assertThat(parked.evidence().identity()).contains(world.identity("1"));
    assertThat(parked.evidence().holdsClaim()).isFalse();
  }

  @Test
  void whatTookEffectIsKeptWithAllItsHeaders() {
    Message message = Messages.text("a", Map.of("key", "1", "hidden", "h"));
    receive(message);
    assertThat(bodies.written).containsExactly(message);
  }

  @Test
  void whatARuleFoundBeforeAChangeIsOfferedWithItsNewIdentity() {
    Formerly former = new Formerly(Optional.empty(), new Identified("former"));
    IdentityRule rule = message -> new Identified("1", Optional.empty(), Optional.of(former));
    Receiver receiver =
        new Receiver(world.policy(1), rule, world.memory, (message, identity) -> {});
    assertThat(receiver.offer(keyed("1", "a", 1)))
        .flatMap(Offer::former)
        .map(Offer::identity)
        .contains(world.identity("former"));
  }

  /** As whatever can be thrown while JSON is read. */
  @Test
  void aBodyThatCannotBeReadParksItsMessageAndNobodyElse() {
    Message hostile =
        new Message(
            Headers.of(Map.of("key", "1")),
            Body.unread(Body.Form.BYTES, 9, null),
            Messages.origin(1));
    List<Receipt> receipts =
        in(
            () ->
                receiver()
                    .receive(
                        Stream.of(hostile, keyed("2", "b", 1))
                            .<Arrival>map(Arrival.Copied::new)
                            .toList()));
    assertThat(receipts.get(0)).isInstanceOf(Receipt.Processed.class);
    assertThat(parked(receipts.get(1)).verdict().detail())
        .startsWith("reading its fingerprint failed with ");
  }

  @Test
  void anotherParkedStoreTakesThePlaceOfTheFirst() {
    List<ParkedMessage> elsewhere = new ArrayList<>();
    ReceiverStores stores = world.memory.parkingBy(elsewhere::addAll);
    assertThat(stores.claims()).isSameAs(world.memory.claims());
    stores.parking().park(List.of(parked(over(answering(new Claim.OutOfTime())))));
    assertThat(elsewhere).hasSize(1);
  }

  @Test
  void aRefusalListsWhatWasFound() {
    Refusal refusal = new Refusal(Code.SCHEMA_VERSION_WRONG, "No tables.", "Make them.");
    assertThat(new ConsumerRefused("c", List.of(refusal)).refusals()).containsExactly(refusal);
  }

  private Receipt over(ClaimStore inbox) {
    ReceiverStores stores = new ReceiverStores(inbox, world.attempts, world.parking, world.intents);
    Receiver receiver =
        new Receiver(world.policy(1), IdentityRules.header("key"), stores, (message, id) -> {});
    return in(() -> receiver.receive(List.of(new Arrival.Copied(keyed("1", "a", 1)))).get(0));
  }

  private static ClaimStore answering(Claim claim) {
    return new ClaimStore() {
      @Override
      public void join() {}

      @Override
      public void bound() {}

      @Override
      public List<Claim> claim(List<Offer> offers) {
        return List.of(claim);
      }

      @Override
      public List<Offer> settled(List<Offer> offers) {
        return List.of();
      }
    };
  }

  private Receiver receiver() {
    ReceiverStores stores =
        new ReceiverStores(world.inbox, world.attempts, world.parking, world.intents, bodies);
    return new Receiver(
        world.policy(1), IdentityRules.header("key"), stores, (message, identity) -> {});
  }

  private Offer offer(Message message) {
    return receiver().offer(message).orElseThrow();
  }

  private Receipt receive(Message message) {
    return in(() -> receiver().receive(List.of(new Arrival.Copied(message))).get(0));
  }

  private static ParkedMessage parked(Receipt receipt) {
    return receipt.toPark().orElseThrow();
  }

  /** In a transaction that rolls back. */
  private Receipt rehearse(Message message) {
    List<Receipt> receipts = new ArrayList<>();
    world.transactions.inNew(
        TIMEOUT,
        () -> {
          receipts.addAll(receiver().rehearsed().receive(List.of(new Arrival.Copied(message))));
          return Decision.discard("");
        });
    return receipts.get(0);
  }

  private void write(Runnable act) {
    in(
        () -> {
          act.run();
          return "";
        });
  }

  private <T> T in(Supplier<T> act) {
    return world
        .transactions
        .inNew(TIMEOUT, () -> Decision.commit(act.get()))
        .committed()
        .orElseThrow();
  }

  private static final class Bodies implements KeptBodies {
    private final List<Message> kept = new ArrayList<>();
    private final List<Message> written = new ArrayList<>();

    @Override
    public void keep(Identity identity, Message message) {
      kept.add(message);
    }

    @Override
    public void flush() {
      written.addAll(kept);
      kept.clear();
    }

    @Override
    public Optional<Body> first(Identity identity) {
      return Optional.empty();
    }
  }
}
