// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.RelayEvent;

/** Counts what relays do. Safe for any thread. */
public final class RelayMetrics implements Observer<RelayEvent> {

  /** The end of a lease. */
  private enum LeaseEnd {
    DELIVERED,
    RETRY,
    PARKED,
    RELEASED,
    LEASE_LOST
  }

  private final SeriesRegistry registry;
  private final Map<Destination, EndingCounters<LeaseEnd>> settled = new ConcurrentHashMap<>();
  private final Map<Destination, MeasuredValues> durations = new ConcurrentHashMap<>();
  private final EventTable<RelayEvent> rows;

  /** Nothing is counted yet. */
  public RelayMetrics(SeriesRegistry registry) {
    this.registry = registry;
    this.rows = rows();
  }

  @Override
  public void on(RelayEvent event) {
    rows.on(event);
  }

  private EventTable<RelayEvent> rows() {
    return new EventTable<RelayEvent>()
        .row(
            RelayEvent.Settled.class,
            e -> endings(e.destination()).count(ending(e.settled().settlement())))
        .row(RelayEvent.LeaseLost.class, e -> endings(e.destination()).count(LeaseEnd.LEASE_LOST))
        // Its answer, should it come, is counted as well: it is one that came too late to be
        // known.
        .row(RelayEvent.GivenUp.class, e -> unknown(e.destination()))
        .row(
            RelayEvent.Differs.class,
            e -> registry.counter(Series.KEY_MISMATCHES, e.destination()).inc());
  }

  /** From now on there are counters of this destination, at zero. */
  public void awaits(Destination destination) {
    endings(destination);
    duration(destination);
    registry.counter(Series.UNKNOWN, destination);
    registry.counter(Series.KEY_MISMATCHES, destination);
  }

  private EndingCounters<LeaseEnd> endings(Destination destination) {
    EndingCounters<LeaseEnd> found =
        settled.get(destination); // no lambda: it is nearly always there
    return found == null ? settled.computeIfAbsent(destination, this::newEndings) : found;
  }

  private EndingCounters<LeaseEnd> newEndings(Destination destination) {
    return new EndingCounters<>(registry, Series.SETTLED, LeaseEnd.class, destination.name());
  }

  private MeasuredValues duration(Destination destination) {
    MeasuredValues found = durations.get(destination);
    return found == null ? durations.computeIfAbsent(destination, this::newDuration) : found;
  }

  private MeasuredValues newDuration(Destination destination) {
    return registry.histogram(Series.DELIVERY_DURATION, destination);
  }

  private static LeaseEnd ending(Settlement settlement) {
    if (settlement instanceof Settlement.Delivered) {
      return LeaseEnd.DELIVERED;
    }
    if (settlement instanceof Settlement.Parked) {
      return LeaseEnd.PARKED;
    }
    return settlement instanceof Settlement.RetryAt ? LeaseEnd.RETRY : LeaseEnd.RELEASED;
  }

  /** The provider has answered after so long, or did not in time: then no one knows. */
  public void answered(Destination destination, Delivery delivery, long nanos) {
    duration(destination).observe(nanos / 1e9);
    if (delivery instanceof Delivery.OutcomeUnknown) {
      unknown(destination);
    }
  }

  private void unknown(Destination destination) {
    registry.counter(Series.UNKNOWN, destination).inc();
  }
}
