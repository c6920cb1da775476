// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.ProviderStanding;
import org.semel.internal.engine.send.relay.RelayEvent;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.DestinationStatus.DestinationState;

/** The states of the destinations to which this application delivers. Safe for any thread. */
public final class DestinationStates implements Observer<RelayEvent> {

  private final Map<Destination, Supplier<Optional<DestinationState>>> relays =
      new ConcurrentHashMap<>();
  private final Map<Destination, Supplier<Optional<ProviderStanding>>> circuits =
      new ConcurrentHashMap<>();
  private final Map<Destination, DatabaseOutage> outages = new ConcurrentHashMap<>();
  private final Map<Destination, Integer> hanging = new ConcurrentHashMap<>();
  private final LongSupplier nanos;
  private final Function<Throwable, String> words;
  private final EventTable<RelayEvent> rows;

  /**
   * The outage that interrupts a relay.
   *
   * @param until it pauses, by the clock of this node that does not jump
   */
  private record DatabaseOutage(Throwable cause, long until) {}

  /**
   * Knows no destination yet.
   *
   * @param nanos a clock that never runs backwards
   * @param words says what went wrong, without payload
   */
  public DestinationStates(LongSupplier nanos, Function<Throwable, String> words) {
    this.nanos = nanos;
    this.words = words;
    this.rows = rows();
  }

  @Override
  public void on(RelayEvent event) {
    rows.on(event);
  }

  private EventTable<RelayEvent> rows() {
    return new EventTable<RelayEvent>()
        .row(RelayEvent.Begins.class, this::begins)
        .row(RelayEvent.Interrupted.class, this::interrupted)
        .row(RelayEvent.Resumed.class, e -> outages.remove(e.destination()))
        .row(RelayEvent.Exhausted.class, e -> hanging.put(e.destination(), e.hanging()))
        .row(RelayEvent.Relieved.class, e -> hanging.remove(e.destination()));
  }

  /**
   * A route delivers to it.
   *
   * @param state of its circuit; empty while its relay does not run
   * @param standing of its provider, as its circuit reads it; likewise
   */
  public void awaits(
      Destination destination,
      Supplier<Optional<DestinationState>> state,
      Supplier<Optional<ProviderStanding>> standing) {
    begins(new RelayEvent.Begins(destination));
    relays.put(destination, state);
    circuits.put(destination, standing);
  }

  /** The states of the destinations now, by name. */
  public List<DestinationStatus> statuses() {
    Map<String, DestinationState> states = new TreeMap<>();
    relays.forEach(
        (destination, relay) ->
            states.put(
                destination.name(),
                relay
                    .get()
                    .map(circuit -> hindered(destination, circuit).orElse(circuit))
                    .orElseGet(DestinationState.NotRunning::new)));
    return states.entrySet().stream()
        .map(each -> new DestinationStatus(each.getKey(), each.getValue()))
        .toList();
  }

  /** Of each that runs, 1 if an operator holds it, whatever else hinders it. */
  List<Sample> pauses() {
    return relays.entrySet().stream()
        .map(
            each -> new Sample(Series.PAUSED, List.of(each.getKey().name()), held(each.getValue())))
        .toList();
  }

  /** Of each that runs, how its circuit reads its provider. */
  List<Sample> circuits() {
    List<Sample> samples = new ArrayList<>();
    circuits.forEach(
        (destination, circuit) ->
            circuit
                .get()
                .map(
                    standing ->
                        new Sample(Series.CIRCUIT, List.of(destination.name()), shown(standing)))
                .ifPresent(samples::add));
    return samples;
  }

  private static double shown(ProviderStanding standing) {
    return switch (standing) {
      case CLOSED -> 0;
      case DENIED -> 1;
      case BROKEN -> 2;
    };
  }

  private static double held(Supplier<Optional<DestinationState>> relay) {
    return relay.get().filter(DestinationState.HeldByOperator.class::isInstance).isPresent()
        ? 1
        : 0;
  }

  /**
   * The state in which nothing is sent, whatever the circuit's state is; empty if there is none. An
   * operator's hold goes before an outage of the database: a relay that may lease nothing does not
   * ask whether the database is back.
   */
  private Optional<DestinationState> hindered(Destination destination, DestinationState circuit) {
    Integer hang = hanging.get(destination);
    if (hang != null) {
      return Optional.of(new DestinationState.DeliveriesHanging(hang));
    }
    DatabaseOutage outage = outages.get(destination);
    if (outage == null || circuit instanceof DestinationState.HeldByOperator) {
      return Optional.empty();
    }
    Duration left = Duration.ofNanos(Math.max(0, outage.until() - nanos.getAsLong()));
    return Optional.of(new DestinationState.DatabaseAway(words.apply(outage.cause()), left));
  }

  private void begins(RelayEvent.Begins event) {
    outages.remove(event.destination());
    hanging.remove(event.destination());
  }

  /** A defect that ended one attempt pauses nothing. */
  private void interrupted(RelayEvent.Interrupted event) {
    if (!event.pause().isZero()) {
      outages.put(
          event.destination(),
          new DatabaseOutage(event.cause(), nanos.getAsLong() + event.pause().toNanos()));
    }
  }
}
