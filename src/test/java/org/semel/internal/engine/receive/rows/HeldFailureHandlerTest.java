// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.small.Proxied;

/** What becomes of a released message that fails or is stopped, and who hears of it. */
class HeldFailureHandlerTest {

  private static final int DELIVERIES = 8;
  private static final Identity LAST = new Identity("c", "the last one");

  private final OrderedWorld world = new OrderedWorld();
  private final HeldFailureHandler failures = world.failures(world.versions);
  private final IllegalStateException fault = new IllegalStateException("no stock");

  @Test
  void aFailureIsCountedAndNobodyIsToldOfAReceipt() {
    Run run = dueAfter(0);
    FailedMessage message =
        new FailedMessage(
            run.next().get(0).offer().identity(),
            run.next().get(0).message(),
            new Failures(1, Failure.of(fault)));
    assertThat(failures.failed(run, fault))
        .isEqualTo(new BatchResult.PermanentFault(1, Optional.of(message), fault));
    assertThat(world.told).isEmpty();
  }

  @Test
  void afterThePolicysAttemptsItIsParkedAndToldAndThoseBehindItWait() {
    Run run = dueAfter(2);
    world.asked.clear();
    failures.failed(run, fault);
    assertThat(world.asked).containsExactly("lock", "failed", "drop", "advance");
    assertParked(ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  @Test
  void oneThatAFaultStopsMoreOftenThanThePolicySaysIsParkedAndTold() {
    Run run = dueAfter(0);
    for (int i = 0; i < DELIVERIES; i++) {
      failures.stopped(run, new World.Passing());
      assertThat(world.told).isEmpty();
    }
    failures.stopped(run, new World.Passing());
    assertParked(ParkingReason.DELIVERIES_EXHAUSTED);
  }

  private void assertParked(ParkingReason reason) {
    assertThat(world.world.parking.rows())
        .singleElement()
        .satisfies(
            parked -> {
              assertThat(parked.verdict().reason()).isEqualTo(reason);
              assertThat(parked.evidence().holdsClaim()).isTrue();
              assertThat(world.told).containsExactly(new Receipt.Parked(parked));
            });
    assertThat(world.memory.waiting("c")).hasSize(1);
  }

  /** As one that another node has released meanwhile, and that has been forgotten since. */
  @Test
  void anAggregateThatIsNotKnownBeginsBeforeItsFirstVersion() {
    HeldMessage first = OrderedWorld.waiting(OrderedWorld.A, 1);
    Reached nothing = new Reached(0, Optional.empty(), Instant.EPOCH, Instant.EPOCH);
    failures.failed(new Run(OrderedWorld.A, nothing, List.of(first), 2), fault);
    assertThat(world.memory.standing(OrderedWorld.A))
        .map(standing -> standing.version())
        .contains(0L);
    assertThat(world.told).isEmpty();
  }

  @Test
  void aGapThatLastsTooLongIsParkedAndToldOnce() {
    world.come(3);
    assertThat(failures.reportGaps()).isEmpty();
    assertThat(world.told).isEmpty();
    world.memory.age(Duration.ofHours(2));
    assertThat(failures.reportGaps()).isEmpty();
    assertThat(failures.reportGaps()).isEmpty();
    assertThat(world.told)
        .isEqualTo(world.world.parking.rows().stream().map(Receipt.Parked::new).toList())
        .hasSize(1);
  }

  /** Of most of those nothing is heard again: they took effect long ago. */
  @Test
  void oneThatIsStoppedOnAndOnIsParkedHoweverManyOthersWereStoppedBefore() {
    HeldFailureHandler many = world.failures(waitingForEver());
    stopOthers(many, 20_000);
    stop(many, run(LAST), DELIVERIES + 1);
    assertThat(world.told).hasSize(1);
  }

  @Test
  void ofTenThousandPlacesItIsKnownHowOftenTheyWereStoppedSoThatMemoryIsBounded() {
    HeldFailureHandler many = world.failures(waitingForEver());
    stop(many, run(LAST), 1);
    stopOthers(many, 9_999);
    stop(many, run(LAST), DELIVERIES - 1);
    stopOthers(many, 10_000);
    stop(many, run(LAST), 1);
    assertThat(world.told).as("forgotten, so that it is its first").isEmpty();
    stopOthers(many, 9_999);
    stop(many, run(LAST), DELIVERIES);
    assertThat(world.told).hasSize(1);
  }

  private void stopOthers(HeldFailureHandler handler, int places) {
    for (int i = 0; i < places; i++) {
      stop(handler, run(new Identity("c", "k" + i)), 1);
    }
  }

  /** Whatever is stopped. */
  private Versions waitingForEver() {
    return Proxied.as(
        Versions.class,
        (method, arguments) ->
            method.getReturnType() == boolean.class
                ? (Object) true
                : Proxied.call(world.memory, method, arguments));
  }

  private void stop(HeldFailureHandler handler, Run run, int times) {
    for (int i = 0; i < times; i++) {
      handler.stopped(run, fault);
    }
  }

  private static Run run(Identity aggregate) {
    Reached nothing = new Reached(0, Optional.empty(), Instant.EPOCH, Instant.EPOCH);
    return new Run(aggregate, nothing, List.of(OrderedWorld.waiting(aggregate, 1)), 0);
  }

  /** Versions 2 and 3 of an aggregate that has come to 1, after so many failures of the first. */
  private Run dueAfter(int count) {
    world.come(3, 2);
    world.come(1);
    Run run = world.in(() -> world.memory.due("c", 7)).get(0);
    return new Run(run.aggregate(), run.reached(), run.next(), count);
  }
}
