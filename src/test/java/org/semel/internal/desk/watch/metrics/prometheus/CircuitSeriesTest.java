// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.RelayListener;

/** What the series of a destination's circuit shows. */
class CircuitSeriesTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration OPEN = Duration.ofSeconds(30);

  private final SeriesRegistry registry = new SeriesRegistry();
  private final RelayMetrics metrics = new RelayMetrics(registry);
  private final RelayListener told = RelayListener.reportingTo(metrics);

  @Test
  void ofARelayThatBeginsAnewNothingIsOpenWhateverTheOneBeforeTold() throws IOException {
    metrics.awaits(MAIL);
    told.circuitOpened(MAIL, 20, OPEN);
    assertThat(shown()).contains(line(2));
    told.begins(MAIL);
    assertThat(shown()).contains(line(0));
    told.destinationPaused(MAIL, "HTTP status 401", OPEN);
    assertThat(shown()).contains(line(1));
    told.begins(MAIL);
    assertThat(shown()).contains(line(0));
  }

  private static String line(int state) {
    return "semel_intent_circuit_state{destination=\"mail\"} " + state;
  }

  private String shown() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    registry.write(SeriesFormat.OPEN_METRICS, text);
    return text.toString(StandardCharsets.UTF_8);
  }
}
