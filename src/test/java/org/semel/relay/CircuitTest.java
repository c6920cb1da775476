// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.relay.Circuit.Turn;
import org.semel.relay.DestinationPolicy.Breaker;

class CircuitTest {

  private static final Delivery AWAY = new Delivery.Unavailable("away", Optional.empty());
  private static final Delivery TIMED_OUT = new Delivery.Unknown("timed out");
  private static final Delivery ACCEPTED = new Delivery.Accepted();

  private final AtomicLong now = new AtomicLong();
  private final Circuit circuit = new Circuit(new Breaker(3, Duration.ofSeconds(30)), now::get);

  @Test
  void opensAfterSoManyFailuresInARow() {
    assertThat(circuit.heard(AWAY)).isEqualTo(Turn.NONE);
    assertThat(circuit.heard(TIMED_OUT)).isEqualTo(Turn.NONE);
    assertThat(circuit.admits()).isPositive();
    assertThat(circuit.heard(AWAY)).isEqualTo(Turn.OPENED);
    assertThat(circuit.admits()).isZero();
    assertThat(circuit.enters()).isFalse();
  }

  @Test
  void anAnswerOfWhateverKindBeginsTheCountAnew() {
    for (Delivery answer : List.of(ACCEPTED, new Delivery.Refused("status 400"))) {
      circuit.heard(AWAY);
      circuit.heard(AWAY);
      circuit.heard(answer);
    }
    assertThat(circuit.admits()).isPositive();
  }

  @Test
  void whenItsTimeIsOverItLetsOneThroughAndNoSecond() {
    open();
    now.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
    assertThat(circuit.admits()).isZero();
    now.incrementAndGet();
    assertThat(circuit.admits()).isEqualTo(1);
    assertThat(circuit.enters()).isTrue();
    assertThat(circuit.enters()).isFalse();
    assertThat(circuit.admits()).isZero();
  }

  @Test
  void theOnesAnswerClosesIt() {
    probe();
    assertThat(circuit.heard(ACCEPTED)).isEqualTo(Turn.CLOSED);
    assertThat(circuit.enters()).isTrue();
    assertThat(circuit.enters()).isTrue();
  }

  @Test
  void theOnesFailureOpensItForAsLongAgainAndIsNoNews() {
    probe();
    assertThat(circuit.heard(AWAY)).isEqualTo(Turn.NONE);
    assertThat(circuit.admits()).isZero();
    now.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(circuit.admits()).isEqualTo(1);
  }

  @Test
  void whoWasOnTheWayWhenItOpenedDoesNotKeepItOpenLonger() {
    open();
    now.addAndGet(Duration.ofSeconds(20).toNanos());
    circuit.heard(AWAY);
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(circuit.admits()).isEqualTo(1);
  }

  @Test
  void withoutABreakerItNeverOpens() {
    Circuit none = new Circuit(Breaker.NONE, now::get);
    for (int i = 0; i < 1000; i++) {
      assertThat(none.heard(AWAY)).isEqualTo(Turn.NONE);
    }
    assertThat(none.enters()).isTrue();
  }

  private void open() {
    for (int i = 0; i < 3; i++) {
      circuit.heard(AWAY);
    }
  }

  private void probe() {
    open();
    now.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(circuit.enters()).isTrue();
  }
}
