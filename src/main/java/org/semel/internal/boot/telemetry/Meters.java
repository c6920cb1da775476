// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.telemetry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import org.semel.internal.metrics.DatabaseTime;
import org.semel.internal.metrics.Sampler;
import org.semel.internal.metrics.prometheus.AskedGauges;
import org.semel.internal.metrics.prometheus.ReceiveMetrics;
import org.semel.internal.metrics.prometheus.RelayMetrics;
import org.semel.internal.metrics.prometheus.ReplayMetrics;
import org.semel.internal.metrics.prometheus.RetentionMetrics;
import org.semel.internal.metrics.prometheus.SeriesRegistry;
import org.semel.internal.receive.ReplayListener;
import org.semel.internal.receive.batch.ConsumerStates;
import org.semel.internal.receive.batch.ReceiveListener;
import org.semel.internal.replay.ReplayRule;

/** Everything that counts, over one registry. */
final class Meters {

  private final SeriesRegistry registry = new SeriesRegistry();
  private final ReceiveMetrics receives;
  private final AskedGauges asked;
  private final RelayMetrics relays = new RelayMetrics(registry);
  private final RetentionMetrics retention = new RetentionMetrics(registry);

  Meters(DatabaseTime time, ConsumerStates states, Sampler sampler) {
    this.receives = new ReceiveMetrics(registry, time);
    this.asked = new AskedGauges(time, System::nanoTime);
    asked.in(registry, ProgramVersion.read(), states, () -> sampler);
  }

  List<ReceiveListener> receiveListeners() {
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

  ReplayListener replays(Function<String, ReplayRule> rules) {
    return new ReplayMetrics(receives, rules);
  }

  byte[] text() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      registry.write(text);
    } catch (IOException e) { // from memory to memory
      throw new UncheckedIOException(e);
    }
    return text.toByteArray();
  }
}
