// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Sampler;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.batch.ConsumerCondition;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.receive.batch.ReceiveEvent;

/** The gauges that are computed when a scrape asks. A scrape reads no database. */
public final class AskedGauges implements Observer<ReceiveEvent> {

  private final DatabaseTime time;
  private final LongSupplier nanos;
  private final Map<String, Long> proofs = new ConcurrentHashMap<>();
  private final EventTable<ReceiveEvent> rows;

  /**
   * Computed from what is known here.
   *
   * @param nanos a clock that never runs backwards
   */
  public AskedGauges(DatabaseTime time, LongSupplier nanos) {
    this.time = time;
    this.nanos = nanos;
    this.rows = rows();
  }

  @Override
  public void on(ReceiveEvent event) {
    rows.on(event);
  }

  private EventTable<ReceiveEvent> rows() {
    return new EventTable<ReceiveEvent>()
        .row(ReceiveEvent.Started.class, e -> proofs.put(e.name(), nanos.getAsLong()));
  }

  /**
   * Lets {@code registry} ask.
   *
   * @param sampler reads gauges from the database
   * @param outside gauges of the same series that come from elsewhere
   */
  public void in(
      SeriesRegistry registry,
      String version,
      ConsumerStates states,
      Sampler sampler,
      Supplier<List<Sample>> outside) {
    registry.info(Series.BUILD, version);
    registry.asked(Series.CONSUMER_STATE, told -> states(states, told));
    registry.asked(Series.PROOF, this::proofs);
    registry.asked(
        Series.SAMPLE_AGE,
        told -> sampler.age().map(ReceiveMetrics::seconds).ifPresent(told::call));
    for (Series series : Series.values()) {
      if (series.kind() == Series.SeriesType.SAMPLE) {
        registry.asked(
            series,
            told -> {
              samples(sampler.samples(), series, told);
              samples(outside.get(), series, told);
            });
      }
    }
  }

  /** Lets {@code registry} ask for the gauges of one series that come from {@code known}. */
  public static void in(SeriesRegistry registry, Series series, Supplier<List<Sample>> known) {
    registry.asked(series, told -> samples(known.get(), series, told));
  }

  private static void samples(
      List<Sample> samples, Series series, GaugeWithCallback.Callback told) {
    for (Sample sample : samples) {
      if (sample.series() == series) {
        told.call(sample.value(), sample.labels().toArray(String[]::new));
      }
    }
  }

  private static void states(ConsumerStates states, GaugeWithCallback.Callback told) {
    states
        .now()
        .forEach(
            (consumer, state) -> {
              for (ConsumerCondition.ConsumerPhase each :
                  ConsumerCondition.ConsumerPhase.values()) {
                String name = each.name().toLowerCase(Locale.ROOT);
                told.call(each == state ? 1 : 0, consumer, name);
              }
            });
  }

  private void proofs(GaugeWithCallback.Callback told) {
    proofs.forEach(
        (consumer, at) ->
            time.ago(Duration.ofNanos(nanos.getAsLong() - at))
                .map(Instant::toEpochMilli)
                .ifPresent(millis -> told.call(millis / 1e3, consumer)));
  }
}
