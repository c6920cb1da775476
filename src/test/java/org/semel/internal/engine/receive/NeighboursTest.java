// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.message.Messages.keyed;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.message.Message;
import org.semel.message.Messages;
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
                  throw new World.Silent();
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
  void whatIsParkedBesideOneThatAPassingFaultAlwaysStopsIsParkedOnce() {
    world.route = failingFor("stopped", new World.Passing());
    world.source.add(keyed("2", "good", 1));
    passes(1);
    world.source.add(
        keyed("1", "stopped", 1), Messages.text("anonymous"), keyed("2", "another", 1));
    passes(DELIVERIES);
    world.route = message -> {};
    passes(2);
    assertThat(tookEffect("1", "2")).containsExactly("1", "2");
    assertThat(world.parking.rows())
        .extracting(parked -> parked.verdict().reason())
        .containsExactlyInAnyOrder(ParkingReason.NO_IDENTITY, ParkingReason.CONFLICT);
  }

  @Test
  void suspectsForWhichThereIsNoTimeLeftAreNotTakenFromTheQueue() {
    world.timeout = Duration.ofNanos(2); // it is up once the first of them has been handled
    ReceiveBatch hurried = world.batch(10);
    List<Message> suspects = List.of(keyed("1", "a", 2), keyed("2", "b", 2), keyed("3", "c", 2));
    List<Offer> offers =
        suspects.stream().flatMap(one -> world.receiver(1).offer(one).stream()).toList();
    world.attempts.suspect(offers, Failure.of(new World.Passing()));
    suspects.forEach(world.source::add);
    world.source.add(keyed("4", "d", 1));
    hurried.run(N);
    assertThat(tookEffect("1", "2", "3", "4")).containsExactly("1");
    passes(1);
    assertThat(tookEffect("1", "2", "3", "4")).containsExactly("1", "2", "3", "4");
    assertThat(world.source.size()).isZero();
  }

  @Test
  void whoStandsBesideThreeThatAPassingFaultAlwaysStopsTakesEffect() {
    world.route = failingFor("stopped", new World.Passing());
    world.source.add(
        keyed("1", "stopped", 1),
        keyed("2", "stopped", 1),
        keyed("3", "stopped", 1),
        keyed("4", "d", 1),
        keyed("5", "e", 1));
    await("the others take effect")
        .pollInSameThread()
        .until(
            () -> {
              passes(1);
              return tookEffect("1", "2", "3", "4", "5").equals(List.of("4", "5"));
            });
    assertThat(world.parking.rows()).as("parked").isEmpty();
  }

  @Test
  void whoStandsBesideThreeIdentitiesThatARivalHoldsTakesEffect() throws Exception {
    List<RivalTransaction> rivals = new ArrayList<>();
    for (String key : List.of("1", "2", "3")) {
      rivals.add(new RivalTransaction(world, key));
    }
    world.source.add(
        keyed("1", "a", 1), keyed("2", "b", 1), keyed("3", "c", 1), keyed("4", "d", 1));
    await("the free one takes effect")
        .pollInSameThread()
        .until(
            () -> {
              passes(1);
              return tookEffect("4").equals(List.of("4"));
            });
    for (RivalTransaction rival : rivals) {
      rival.rollBack();
    }
    await("all take effect once nobody holds them")
        .pollInSameThread()
        .until(
            () -> {
              passes(1);
              return world.source.size() == 0;
            });
    assertThat(tookEffect("1", "2", "3", "4")).containsExactly("1", "2", "3", "4");
    assertThat(world.parking.rows()).as("parked").isEmpty();
  }

  /** The transaction's time went into its neighbour, which was handled alone. */
  @Test
  void whoseTimeItsNeighbourHasUsedUpHasNotFailed() {
    Message slow = keyed("1", "slow", 2);
    world.attempts.suspect(
        world.receiver(1).offer(slow).stream().toList(), Failure.of(new World.Passing()));
    world.source.add(slow, keyed("2", "good", 1));
    AtomicBoolean inTime = new AtomicBoolean();
    world.route =
        message -> {
          if (body(message).equals("good") && !inTime.getAndSet(true)) {
            throw new TransactionTimedOut();
          }
        };
    passes(1);
    assertThat(world.attempts.of(List.of(world.identity("2")))).isEmpty();
    passes(1);
    assertThat(tookEffect("1", "2")).containsExactly("1", "2");
  }

  @Test
  void theOneWhoseFailureCannotSayWhatItIsIsParkedAfterThePolicysAttempts() {
    world.route = failingFor("speechless", new World.Speechless());
    world.source.add(keyed("1", "a", 1), keyed("2", "speechless", 1), keyed("3", "c", 1));
    passes(5); // the batch, and three attempts, and the last one parks it
    assertThat(tookEffect("1", "3")).containsExactly("1", "3");
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(parked -> parked.verdict().reason())
        .isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(world.source.size()).isZero();
  }

  /** As of a library that cannot load a font, or of a class that is missing on this server. */
  @ParameterizedTest
  @MethodSource("errors")
  void theOneWhoseRouteEndsInAnErrorIsParkedAfterThePolicysAttemptsAndNobodyElse(Error error) {
    world.route =
        message -> {
          if (body(message).equals("erroneous")) {
            throw error;
          }
        };
    world.source.add(keyed("1", "a", 1), keyed("2", "erroneous", 1), keyed("3", "c", 1));
    passes(5); // the batch, and three attempts, and the last one parks it
    assertThat(tookEffect("1", "3")).containsExactly("1", "3");
    assertThat(world.parking.rows())
        .singleElement()
        .satisfies(
            parked -> {
              assertThat(parked.verdict().reason()).isEqualTo(ParkingReason.ATTEMPTS_EXHAUSTED);
              assertThat(parked.verdict().detail()).contains(error.getClass().getName());
            });
    assertThat(world.source.size()).isZero();
  }

  static Stream<Error> errors() {
    return Stream.of(
        new InternalError("no font"),
        new NoClassDefFoundError("of a library"),
        new StackOverflowError(),
        new AssertionError("of a route"));
  }

  @Test
  void howOftenTheBrokerHasDeliveredAMessageIsNoEvidenceAgainstIt() {
    world.source.add(keyed("1", "a", 100 * DELIVERIES));
    passes(1);
    assertThat(tookEffect("1")).containsExactly("1");
    assertThat(world.parking.rows()).as("parked").isEmpty();
  }

  /** What never comes again would be on record for ever as begun and not ended. */
  @Test
  void howeverFewDeliveriesThePolicyAllowsAFirstOneLeavesNoRecord() {
    ConsumerPolicy usual = world.policy(10);
    ConsumerPolicy few =
        new ConsumerPolicy(
            usual.name(),
            usual.feed(),
            usual.reading(),
            usual.concurrency(),
            new AttemptLimits(2, 3));
    world.source.add(keyed("1", "a", 1));
    new ReceiveBatch(few, world.receiver(10), world.source, world.transactions, world.faults)
        .run(N);
    assertThat(tookEffect("1")).containsExactly("1");
    assertThat(world.attempts.of(List.of(world.identity("1")))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void theOneThatEndsItsServerWheneverItRunsIsParkedAndNobodyElse(VirtualMachineError end) {
    world.route =
        message -> {
          if (body(message).equals("deadly")) {
            throw end;
          }
        };
    world.source.add(keyed("1", "a", 1), keyed("2", "deadly", 1), keyed("3", "c", 1));
    for (int life = 0; life < 3 * DELIVERIES; life++) {
      try {
        batch.run(N);
      } catch (OutOfMemoryError | UnknownError last) {
        assertThat(last).isSameAs(end);
      }
    }
    assertThat(world.parking.rows())
        .singleElement()
        .extracting(parked -> parked.verdict().reason())
        .isEqualTo(ParkingReason.DELIVERIES_EXHAUSTED);
    assertThat(tookEffect("1", "3")).containsExactly("1", "3");
    assertThat(world.source.size()).isZero();
  }

  static Stream<VirtualMachineError> ends() {
    return Stream.of(
        new UnknownError("the end of the virtual machine"), new OutOfMemoryError("vast"));
  }

  private void passes(int times) {
    for (int i = 0; i < times; i++) {
      try {
        batch.run(N);
      } catch (InternalError e) { // would end the virtual machine of the tests
        throw new AssertionError("it escapes, and its batch has learnt nothing", e);
      }
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
