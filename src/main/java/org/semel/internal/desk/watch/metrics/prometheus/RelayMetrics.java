// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.RelayListener;

/** Counts what relays do. Safe for any thread. */
public final class RelayMetrics implements RelayListener {

  /** The end of a lease. */
  private enum LeaseEnd {
    DELIVERED,
    RETRY,
    PARKED,
    RELEASED,
    LEASE_LOST
  }

  private static final int CLOSED = 0;
  private static final int PAUSED = 1;
  private static final int OPEN = 2;

  private final SeriesRegistry registry;
  private final Map<Destination, EndingCounters<LeaseEnd>> settled = new ConcurrentHashMap<>();
  private final Map<Destination, MeasuredValues> durations = new ConcurrentHashMap<>();

  /** Nothing is counted yet. */
  public RelayMetrics(SeriesRegistry registry) {
    this.registry = registry;
  }

  /** From now on there are counters of this destination, at zero. */
  public void awaits(Destination destination) {
    endings(destination);
    duration(destination);
    registry.counter(Series.UNKNOWN, destination);
    registry.counter(Series.KEY_MISMATCHES, destination);
    circuit(destination, CLOSED);
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

  private void circuit(Destination destination, int state) {
    registry.gauge(Series.CIRCUIT, destination).set(state);
  }

  @Override
  public void begins(Destination destination) {
    circuit(destination, CLOSED);
  }

  @Override
  public void settled(Destination destination, SettledLease one) {
    endings(destination).count(ending(one.settlement()));
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

  @Override
  public void leaseLost(Destination destination, SettledLease late) {
    endings(destination).count(LeaseEnd.LEASE_LOST);
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

  /** Its answer, should it come, is counted as well: it is one that came too late to be known. */
  @Override
  public void givenUp(Destination destination, Intent intent, Duration after) {
    unknown(destination);
  }

  @Override
  public void circuitOpened(Destination destination, int failures, Duration open) {
    circuit(destination, OPEN);
  }

  @Override
  public void circuitClosed(Destination destination) {
    circuit(destination, CLOSED);
  }

  @Override
  public void destinationPaused(Destination destination, String why, Duration probes) {
    circuit(destination, PAUSED);
  }

  @Override
  public void destinationResumed(Destination destination) {
    circuit(destination, CLOSED);
  }

  /** An intent was recorded again under its key, with other bytes or headers. */
  public void differs(Intent intent) {
    registry.counter(Series.KEY_MISMATCHES, intent.address().destination()).inc();
  }
}
