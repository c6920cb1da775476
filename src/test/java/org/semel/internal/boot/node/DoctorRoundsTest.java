// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.doctor.Doctor;
import org.semel.internal.desk.watch.doctor.DoctorChecks;

/** The rounds of the doctor, and their end. */
class DoctorRoundsTest {

  private final CountDownLatch looking = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger later = new AtomicInteger();

  /** An examination may last for minutes where the database is slow. */
  @Test
  void aStopLetsTheCheckInHandEndAndNoOtherBegin() throws Exception {
    Doctor doctor =
        new Doctor(
            "here",
            new FakeTransactions(),
            () -> Instant.EPOCH,
            List.of(),
            List.of(
                DoctorChecks.versions("A", this::slow),
                DoctorChecks.versions("B", () -> Map.of("b", "" + later.incrementAndGet()))),
            System::nanoTime,
            Throwable::toString);
    DoctorRounds rounds = new DoctorRounds(exposure(), () -> true, doctor::examine, Thread::new);
    rounds.start();
    assertThat(looking.await(3, TimeUnit.MINUTES)).isTrue();
    Thread stopping = new Thread(rounds::stop);
    stopping.start();
    await("it waits for the check in hand")
        .until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
    goOn.countDown();
    stopping.join(Duration.ofMinutes(3).toMillis());
    assertThat(stopping.isAlive()).isFalse();
    assertThat(later).hasValue(0);
  }

  private Map<String, String> slow() {
    looking.countDown();
    try {
      assertThat(goOn.await(3, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Map.of();
  }

  private static Exposure exposure() {
    return new Exposure(
        Exposed.OFF,
        new Exposure.PlanLimits(100, 0),
        Exposed.ON,
        Access.ROLE,
        Exposed.OFF,
        Duration.ofSeconds(10),
        Exposed.OFF,
        Exposed.OFF);
  }
}
