// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.ProofResult;

class ProofGateTest {

  private static final Duration REST = Duration.ofSeconds(10);

  private final AtomicLong now = new AtomicLong(REST.toNanos());
  private final AtomicInteger asked = new AtomicInteger();
  private Throwable cause = new IllegalStateException("away");
  private final ProofGate permit =
      new ProofGate(
          () -> {
            asked.incrementAndGet();
            return new ProofResult.Unproven(cause);
          },
          () -> {},
          REST,
          now::get);

  @Test
  void whatIsAwayIsAskedForAtEveryTry() {
    permit.ask();
    permit.ask();
    assertThat(asked).hasValue(2);
  }

  @Test
  void aBrokerThatRefusesTheLoginIsLeftInPeaceWhoeverAsks() {
    cause =
        new IllegalStateException(
            new SemelException(Code.LOGIN_REFUSED, "Could not send.", new Exception()));
    permit.ask();
    now.addAndGet(REST.toNanos() - 1);
    assertThat(permit.ask()).isInstanceOf(ProofResult.Unproven.class);
    assertThat(asked).as("before the rest is over").hasValue(1);
    now.addAndGet(1);
    permit.ask();
    assertThat(asked).as("after it").hasValue(2);
  }

  @Test
  void aProofThatIsMadeIsToldOnceAndNotMadeAgain() {
    AtomicInteger told = new AtomicInteger();
    ProofGate proven =
        new ProofGate(
            () -> {
              asked.incrementAndGet();
              return new ProofResult.Proven();
            },
            told::incrementAndGet,
            REST,
            now::get);
    assertThat(proven.ask()).isEqualTo(new ProofResult.Proven());
    assertThat(proven.ask()).isEqualTo(new ProofResult.Proven());
    assertThat(asked).hasValue(1);
    assertThat(told).hasValue(1);
    permit.ask();
    assertThat(told).as("what is away grants nothing").hasValue(1);
  }
}
