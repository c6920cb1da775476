// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.claim.ParkedMessage;
import org.semel.internal.policy.BatchLimit;
import org.semel.internal.receive.batch.ReceiveBatch;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/**
 * Nobody suffers for a neighbour, whatever the neighbour's trouble is, blamed or not: those beside
 * it take effect once, and only what ended alone counts against a message.
 */
class NeighboursTest {

  private static final BatchLimit N = new BatchLimit(10, 1000);

  /** The policy's limit of {@link World}. */
  private static final int DELIVERIES = 8;

  private final World world = new World();
  private final ReceiveBatch batch = world.batch(10);

  @Test
  void whoStandsBesideAnIdentityThatARivalHoldsTakesEffect() throws Exception {
    var rival = new RivalTransaction(world, "1");
    world.source.add(keyed("1", "a", 1), keyed("2", "b", 1), keyed("3", "c", 1));
    passes(2 * DELIVERIES);
    assertThat(tookEffect("1", "2", "3")).containsExactly("2", "3");
    assertThat(world.parking.rows()).as("parked").isEmpty();
    rival.rollBack();
    passes(1);
    assertThat(tookEffect("1", "2", "3")).containsExactly("1", "2", "3");
    assertThat(world.source.size()).isZero();
  }

  @Test
  void whoStandsBesideOneThatAPassingFaultAlwaysStopsTakesEffect() {
    world.route = failingFor("stopped", new World.Passing());
    world.source.add(
        keyed("1", "a", 1), keyed("2", "b", 1), keyed("3", "stopped", 1), keyed("4", "d", 1));
    passes(4);
    assertThat(tookEffect("1", "2", "3", "4")).containsExactly("1", "2", "4");
    assertThat(world.parking.rows()).as("parked").isEmpty();
  }

  @Test
  void whatAPassingFaultAlwaysStopsWhileOthersTakeEffectIsParkedAfterThePolicysDeliveries() {
    world.route = failingFor("stopped", new World.Passing());
    for (int i = 0; i < 4 * DELIVERIES; i++) {
      world.source.add(keyed("good " + i, "good", 1));
      if (i == 0) {
        world.source.add(keyed("bad", "stopped", 1));
      }
      passes(1);
    }
    assertThat(world.parking.rows())
        .singleElement()
        .satisfies(NeighboursTest::isTheOneThatWasStopped);
    passes(1);
    assertThat(world.source.size()).isZero();
  }

  private static void isTheOneThatWasStopped(ParkedMessage parked) {
    assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.DELIVERIES_EXHAUSTED);
    assertThat(parked.evidence().identity()).map(identity -> identity.key()).contains("bad");
    assertThat(parked.verdict().detail()).contains("Passing");
  }

  @Test
  void whoStandsBesideOneWhoseCommitFailsWithoutAWordTakesEffect() {
    world.route =
        message -> {
          if (body(message).equals("unlawful")) {
            world.transactions.beforeCommit(
                () -> {
                  throw new IllegalStateException("without a word");
                });
          }
        };
    world.source.add(keyed("1", "a", 1), keyed("2", "unlawful", 1), keyed("3", "c", 1));
    passes(4);
    assertThat(tookEffect("1", "2", "3")).containsExactly("1", "3");
    assertThat(world.parking.rows()).as("parked").isEmpty();
  }

  @Test
  void whileNothingTakesEffectNobodyIsToBlameHoweverLongItLasts() {
    world.route =
        message -> {
          throw new World.Passing();
        };
    world.source.add(keyed("1", "a", 1), keyed("2", "b", 1), keyed("3", "c", 1));
    passes(10 * DELIVERIES);
    assertThat(world.parking.rows()).as("parked").isEmpty();
    world.route = message -> {};
    passes(2);
    assertThat(tookEffect("1", "2", "3")).containsExactly("1", "2", "3");
    assertThat(world.source.size()).isZero();
  }

  @Test
  void howOftenTheBrokerHasDeliveredAMessageIsNoEvidenceAgainstIt() {
    world.source.add(keyed("1", "a", 100 * DELIVERIES));
    passes(1);
    assertThat(tookEffect("1")).containsExactly("1");
    assertThat(world.parking.rows()).as("parked").isEmpty();
  }

  @Test
  void theOneThatEndsItsServerWheneverItRunsIsParkedAndNobodyElse() {
    world.route =
        message -> {
          if (body(message).equals("deadly")) {
            throw new InternalError("the end of the virtual machine");
          }
        };
    world.source.add(keyed("1", "a", 1), keyed("2", "deadly", 1), keyed("3", "c", 1));
    for (int life = 0; life < 3 * DELIVERIES; life++) {
      try {
        batch.run(N);
      } catch (InternalError end) {
        assertThat(end).hasMessageContaining("virtual machine");
      }
    }
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(parked -> parked.verdict().reason())
        .isEqualTo(ParkingReason.DELIVERIES_EXHAUSTED);
    assertThat(tookEffect("1", "3")).containsExactly("1", "3");
    assertThat(world.source.size()).isZero();
  }

  private void passes(int times) {
    for (int i = 0; i < times; i++) {
      batch.run(N);
    }
  }

  private List<String> tookEffect(String... keys) {
    return Stream.of(keys).filter(key -> world.inbox.claimed(world.identity(key))).toList();
  }

  private static Consumer<Message> failingFor(String body, RuntimeException fault) {
    return message -> {
      if (body(message).equals(body)) {
        throw fault;
      }
    };
  }

  private static String body(Message message) {
    return new String(message.body().bytes(), StandardCharsets.UTF_8);
  }
}
