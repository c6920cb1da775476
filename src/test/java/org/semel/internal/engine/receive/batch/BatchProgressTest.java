// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Arrival;

class BatchProgressTest {

  @Test
  void aBatchLastsFromTheMomentAtWhichItsMessagesAreThere() {
    BatchProgress progress = new BatchProgress();
    long before = System.nanoTime();
    progress.received(List.of(new Arrival.Copied(keyed("1", "a", 1))));
    Duration lasted = progress.lasted();
    assertThat(lasted).isBetween(Duration.ZERO, Duration.ofNanos(System.nanoTime() - before));
    assertThat(progress.begun).isEqualTo(1);
  }
}
