// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.ProviderStanding;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.DestinationStatus.DestinationState;

/** How a destination is, from its circuit and from what its relay tells. */
class DestinationStatesTest {

  private static final Destination MAIL = new Destination("mail");
  private final Throwable away = new ConnectException("payload that nobody may see");

  private final AtomicLong now = new AtomicLong(-17);
  private final AtomicReference<Optional<DestinationState>> circuit =
      new AtomicReference<>(Optional.of(new DestinationState.Delivering()));
  private final AtomicReference<Optional<ProviderStanding>> standing =
      new AtomicReference<>(Optional.of(ProviderStanding.CLOSED));
  private final DestinationStates states =
      new DestinationStates(now::get, cause -> cause.getClass().getName());
  private final RelayListener told = RelayListener.reportingTo(states);

  @Test
  void itIsAsItsCircuitIs() {
    assertThat(states.statuses()).isEmpty();
    states.awaits(MAIL, circuit::get, standing::get);
    assertThat(states.statuses())
        .containsExactly(new DestinationStatus("mail", new DestinationState.Delivering()));
    circuit.set(Optional.of(new DestinationState.Probing()));
    assertThat(state()).isEqualTo(new DestinationState.Probing());
  }

  @Test
  void whileTheDatabaseIsAwayItSaysSoAndWhenItTriesAgain() {
    states.awaits(MAIL, circuit::get, standing::get);
    told.interrupted(MAIL, away, Duration.ZERO);
    assertThat(state()).as("a defect").isEqualTo(new DestinationState.Delivering());
    told.interrupted(MAIL, away, Duration.ofSeconds(4));
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(state())
        .isEqualTo(
            new DestinationState.DatabaseAway("java.net.ConnectException", Duration.ofSeconds(3)));
    told.resumed(MAIL);
    assertThat(state()).isEqualTo(new DestinationState.Delivering());
  }

  /** Alerts leave out what somebody has paused, by this series. */
  @Test
  void whatAnOperatorHoldsIsCountedWhateverElseHindersIt() {
    states.awaits(MAIL, circuit::get, standing::get);
    assertThat(states.pauses()).containsExactly(paused(0));
    circuit.set(Optional.of(new DestinationState.HeldByOperator()));
    assertThat(states.pauses()).containsExactly(paused(1));
    told.exhausted(MAIL, 8);
    assertThat(states.pauses()).containsExactly(paused(1));
    circuit.set(Optional.empty());
    assertThat(states.pauses()).as("its route is stopped").containsExactly(paused(0));
  }

  /** Events of two threads may be told in either order, and a route that stops tells none. */
  @Test
  void itsCircuitIsAskedAndNotTold() {
    states.awaits(MAIL, circuit::get, standing::get);
    assertThat(states.circuits()).containsExactly(circuit(0));
    standing.set(Optional.of(ProviderStanding.BROKEN));
    assertThat(states.circuits()).containsExactly(circuit(2));
    standing.set(Optional.of(ProviderStanding.DENIED));
    told.circuitClosed(MAIL);
    assertThat(states.circuits()).containsExactly(circuit(1));
    standing.set(Optional.empty());
    assertThat(states.circuits()).as("its route is stopped").isEmpty();
  }

  private static Sample circuit(double is) {
    return new Sample(Series.CIRCUIT, List.of("mail"), is);
  }

  private static Sample paused(double is) {
    return new Sample(Series.PAUSED, List.of("mail"), is);
  }

  @Test
  void whoseRelayBeginsAnewIsAsItsCircuitIsAgain() {
    states.awaits(MAIL, circuit::get, standing::get);
    told.interrupted(MAIL, away, Duration.ofSeconds(4));
    told.exhausted(MAIL, 8);
    told.begins(MAIL);
    assertThat(state()).isEqualTo(new DestinationState.Delivering());
  }

  @Test
  void deliveriesThatHangAreTold() {
    states.awaits(MAIL, circuit::get, standing::get);
    told.exhausted(MAIL, 8);
    assertThat(state()).isEqualTo(new DestinationState.DeliveriesHanging(8));
    told.relieved(MAIL);
    assertThat(state()).isEqualTo(new DestinationState.Delivering());
  }

  /** A relay that may lease nothing does not ask the database whether it is back. */
  @Test
  void whatHoldsItWhateverTheDatabaseDoesIsToldBeforeAnOutage() {
    states.awaits(MAIL, circuit::get, standing::get);
    told.interrupted(MAIL, away, Duration.ofSeconds(4));
    circuit.set(Optional.of(new DestinationState.HeldByOperator()));
    assertThat(state()).isEqualTo(new DestinationState.HeldByOperator());
    told.exhausted(MAIL, 8);
    assertThat(state()).isEqualTo(new DestinationState.DeliveriesHanging(8));
  }

  @Test
  void oneWhoseRelayDoesNotRunIsNotRunningWhateverWasTold() {
    states.awaits(MAIL, circuit::get, standing::get);
    told.exhausted(MAIL, 8);
    circuit.set(Optional.empty());
    assertThat(state()).isEqualTo(new DestinationState.NotRunning());
    circuit.set(Optional.of(new DestinationState.Delivering()));
    states.awaits(MAIL, circuit::get, standing::get);
    assertThat(state()).as("started again").isEqualTo(new DestinationState.Delivering());
  }

  private DestinationState state() {
    return states.statuses().get(0).state();
  }
}
