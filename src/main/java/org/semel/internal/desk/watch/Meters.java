// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.metrics.CurrentTrace;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Sampler;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.desk.watch.metrics.prometheus.AskedGauges;
import org.semel.internal.desk.watch.metrics.prometheus.ReceiveMetrics;
import org.semel.internal.desk.watch.metrics.prometheus.RelayMetrics;
import org.semel.internal.desk.watch.metrics.prometheus.RetentionMetrics;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesRegistry;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.operations.node.Diagnosis.Observation;

/** Everything that counts, over one registry. */
final class Meters {

  private final SeriesRegistry registry;
  private final ReceiveMetrics receives;
  private final AskedGauges asked;
  private final RelayMetrics relays;
  private final RetentionMetrics retention;

  /**
   * Meters of one application.
   *
   * @param outside gauges that are not read from the database
   * @param trace to which measured times lead, while traces are on
   */
  Meters(
      DatabaseTime time,
      ConsumerStates states,
      DestinationStates destinations,
      Sampler sampler,
      Supplier<List<Sample>> outside,
      Optional<CurrentTrace> trace) {
    this.registry = new SeriesRegistry(trace, time);
    this.relays = new RelayMetrics(registry);
    this.retention = new RetentionMetrics(registry);
    this.receives = new ReceiveMetrics(registry, time);
    this.asked = new AskedGauges(time, System::nanoTime);
    asked.in(registry, ProgramVersion.read(), states, sampler, outside);
    AskedGauges.in(registry, Series.PAUSED, destinations::pauses);
    AskedGauges.in(registry, Series.CIRCUIT, destinations::circuits);
  }

  /** Counts what this doctor knows. */
  void observes(Supplier<List<Observation>> doctor) {
    AskedGauges.in(registry, Series.FINDINGS, () -> FindingSamples.of(doctor.get()));
  }

  /** Shows above which values these alerts fire for {@code name}. */
  void alerts(Series series, String name, Map<String, Double> thresholds) {
    thresholds.forEach((alert, above) -> registry.set(series, above, name, alert));
  }

  List<Observer<ReceiveEvent>> receiving() {
    return List.of(receives, asked);
  }

  ReceiveMetrics receives() {
    return receives;
  }

  RelayMetrics relays() {
    return relays;
  }

  RetentionMetrics retention() {
    return retention;
  }

  /** Counts a caller of the REST API that was refused for want of a role. */
  Runnable refusals() {
    return registry.counting(Series.REFUSED);
  }

  byte[] text(SeriesFormat format) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      registry.write(format, text);
    } catch (IOException e) { // from memory to memory
      throw new UncheckedIOException(e);
    }
    return text.toByteArray();
  }
}
