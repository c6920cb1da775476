// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.internal.engine.loop.LoopResult;

/** Days are sealed one after the other, and told once they are. */
class AuditSealingTest {

  private final Deque<LocalDate> open = new ArrayDeque<>();
  private final List<LocalDate> told = new ArrayList<>();
  private boolean away;

  private final AuditSealing sealing =
      new AuditSealing(
          new AuditSeals() {
            @Override
            public Optional<Seal> seal() {
              if (away) {
                throw new IllegalStateException("the database is away");
              }
              return Optional.ofNullable(open.poll()).map(day -> new Seal(day, 1, "d"));
            }

            @Override
            public List<LocalDate> sealed(int latest) {
              return List.of();
            }

            @Override
            public List<LocalDate> broken(LocalDate sealed) {
              return List.of();
            }

            @Override
            public Optional<LocalDate> overdue() {
              return Optional.ofNullable(open.peek());
            }
          },
          new FakeTransactions(),
          new SealListener() {
            @Override
            public void sealed(AuditSeals.Seal seal) {
              told.add(seal.day());
            }

            @Override
            public void interrupted(Throwable cause, Duration pause) {}

            @Override
            public void resumed() {}
          });

  @Test
  void oneDayAfterTheOtherIsSealedWithoutARestAndThenItRests() {
    LocalDate first = LocalDate.of(2026, 11, 20);
    open.add(first);
    open.add(first.plusDays(1));
    assertThat(sealing.run(false)).isEqualTo(new LoopResult.Succeeded(Duration.ZERO));
    assertThat(sealing.run(false)).isEqualTo(new LoopResult.Succeeded(Duration.ZERO));
    assertThat(sealing.run(false)).isEqualTo(new LoopResult.Succeeded(AuditSealing.EVERY));
    assertThat(told).containsExactly(first, first.plusDays(1));
  }

  @Test
  void anOutageIsToldAsOneAndTheDayStaysOpen() {
    open.add(LocalDate.of(2026, 11, 20));
    away = true;
    assertThat(sealing.run(false)).isInstanceOf(LoopResult.Interrupted.class);
    assertThat(told).isEmpty();
    away = false;
    sealing.run(true);
    assertThat(told).hasSize(1);
  }
}
