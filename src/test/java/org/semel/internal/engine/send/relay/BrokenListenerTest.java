// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.SettledLease;

/** Who only listens holds nothing up, whatever it does. */
class BrokenListenerTest {

  private final RelayWorld world = new RelayWorld();
  private final List<String> interrupted = new CopyOnWriteArrayList<>();

  @AfterEach
  void allThreadsAreGone() {
    world.close();
  }

  @Test
  void aListenerThatThrowsHoldsNothingUpThoughItDoesSoWhenItIsToldOfThat() {
    world.beside =
        new RelayListener() {
          @Override
          public void settled(Destination destination, SettledLease settled) {
            throw new IllegalStateException("no space on the log's disk");
          }

          @Override
          public void interrupted(Destination destination, Throwable cause, Duration pause) {
            interrupted.add(String.valueOf(cause.getMessage()));
            throw new IllegalStateException("nor now");
          }
        };
    world.start(RelayWorld.policy("mail"), lease -> new Delivery.Accepted());
    for (int i = 1; i <= 3; i++) {
      int count = i;
      world.record("mail", "k" + i);
      await().until(() -> world.queue.count("delivered") == count);
    }
    await().until(() -> interrupted.size() == 3);
    assertThat(interrupted).containsOnly("no space on the log's disk");
    assertThat(world.resumptions).as("the relay itself never waited").hasValue(0);
  }
}
