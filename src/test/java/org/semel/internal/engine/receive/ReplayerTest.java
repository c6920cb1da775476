// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.internal.engine.receive.Replayer.Replayed;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Message;

/** Messages that are handed in again, as if they had just come. */
class ReplayerTest {

  private static final Message MESSAGE = keyed("1", "a", 7);

  private final World world = new World();
  private final List<String> told = new ArrayList<>();
  private final List<Occasion> occasions = new ArrayList<>();
  private final Replayer replayer =
      new Replayer(
          world.transactions::afterCommit,
          event -> told.add(event.consumer() + " " + event.occasion() + " " + event.suppressed()));
  private final BufferedIntents intents = new BufferedIntents(world.intents, world.transactions);
  private final Receiver receiver =
      new Receiver(
          world.policy(1),
          IdentityRules.header("key"),
          new ReceiverStores(world.inbox, world.attempts, world.parking, intents),
          (message, identity) -> route(message));

  @Test
  void aConsumerThatDoesNotRunHereIsNotKnown() {
    assertThat(replayer.timeout("c")).isEmpty();
    assertThat(replayer.consumers()).isEmpty();
    assertThatThrownBy(() -> replayer.offer("c", MESSAGE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("consumer c does not run here");
  }

  @Test
  void oneThatRunsIsKnownUntilItIsClosedByItselfAndNobodyElse() {
    replayer.open(receiver);
    assertThat(replayer.consumers()).containsExactly("c");
    assertThat(replayer.timeout("c")).contains(world.policy(1).concurrency().transactionTimeout());
    assertThat(replayer.offer("c", MESSAGE)).isEqualTo(receiver.offer(MESSAGE)).isPresent();
    replayer.close(world.receiver(1));
    assertThat(replayer.consumers()).containsExactly("c");
    replayer.close(receiver);
    assertThat(replayer.consumers()).isEmpty();
  }

  @Test
  void whatIsReplayedTakesEffectOnItsOccasionWithItsDeliveriesCountedAnew() {
    Replayed replayed = replay(intent -> false);
    assertThat(replayed).isEqualTo(new Replayed(receiptOfAnew(), 0));
    assertThat(occasions).containsExactly(Occasion.RELEASE);
    assertThat(world.intents.recorded()).hasSize(1);
    assertThat(told).containsExactly("c RELEASE 0");
  }

  @Test
  void unwantedIntentsAreCountedAndNotRecorded() {
    assertThat(replay(intent -> true).suppressed()).isEqualTo(1);
    assertThat(world.intents.recorded()).isEmpty();
    assertThat(told).containsExactly("c RELEASE 1");
  }

  @Test
  void whatWasAbsorbedIsNoEffectAndNotTold() {
    replay(intent -> false);
    told.clear();
    assertThat(replay(intent -> false).receipt()).isInstanceOf(Receipt.Duplicate.class);
    assertThat(told).isEmpty();
  }

  @Test
  void whatIsStoredToTakeEffectLaterIsToldAsWell() {
    replayer.open(
        new Receiver(
            world.policy(1),
            IdentityRules.header("key"),
            world.memory,
            (ClaimedHandler) ReplayerTest::stored));
    assertThat(in(() -> again(intent -> false)).receipt()).isInstanceOf(Receipt.Deferred.class);
    assertThat(told).containsExactly("c RELEASE 0");
  }

  private static List<Receipt> stored(List<IdentifiedMessage> ours) {
    return ours.stream()
        .<Receipt>map(one -> new Receipt.Deferred(one.identity(), one.message()))
        .toList();
  }

  @Test
  void whatIsForeseenCallsNoRoute() {
    replayer.open(receiver);
    assertThat(in(() -> replayer.foresee(new HandedIn("c", MESSAGE)))).isEqualTo(receiptOfAnew());
    assertThat(occasions).isEmpty();
    assertThat(told).isEmpty();
  }

  private Receipt receiptOfAnew() {
    return new Receipt.Processed(world.identity("1"), keyed("1", "a", 1));
  }

  private Replayed replay(Predicate<Intent> unwanted) {
    replayer.open(receiver);
    return in(() -> again(unwanted));
  }

  private Replayed again(Predicate<Intent> unwanted) {
    return replayer.replay(new HandedIn("c", MESSAGE), Occasion.RELEASE, unwanted);
  }

  private <T> T in(Supplier<T> act) {
    return world
        .transactions
        .inNew(Duration.ofSeconds(10), () -> Decision.commit(act.get()))
        .committed()
        .orElseThrow();
  }

  private void route(Message message) {
    assertThat(message.origin().deliveries()).isEqualTo(1);
    occasions.add(Occasion.now());
    intents.record(
        new Intent(
            world.identity("1"),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none()));
  }
}
