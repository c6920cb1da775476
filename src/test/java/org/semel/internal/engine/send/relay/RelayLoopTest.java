// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

class RelayLoopTest {

  private final Steps steps = new Steps();
  private final RelayLoop loop =
      new RelayLoop(
          withLease(RelayWorld.policy("mail"), Duration.ofMillis(50)),
          steps,
          new WakeUp(),
          RelayListener.NONE);

  /** However long it would sleep: whoever stops it waits for no poll. */
  @Test
  void whatDoesNotEndIsAbandonedOnceItsLeaseIsOver() {
    loop.end();
    Thread thread = new Thread(loop);
    thread.setDaemon(true);
    thread.start();
    await().until(() -> steps.abandoned.get());
    await().until(() -> !thread.isAlive());
    assertThat(steps.runs).as("steps in 50 ms: it sleeps between them").hasValueLessThan(20);
  }

  private static DestinationPolicy withLease(DestinationPolicy policy, Duration lease) {
    Throughput pace = policy.throughput();
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Throughput(pace.concurrency(), pace.batch(), lease, pace.poll()),
        policy.retry(),
        policy.contract());
  }

  /** Never ends, and would sleep for long. */
  private static final class Steps implements RelayLoop.Steps {
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private final AtomicInteger runs = new AtomicInteger();

    @Override
    public LoopResult run(boolean afterOutage) {
      runs.incrementAndGet();
      return new LoopResult.Succeeded(Duration.ofDays(1));
    }

    @Override
    public void close() {}

    @Override
    public boolean hasEnded() {
      return false;
    }

    @Override
    public void abandon() {
      abandoned.set(true);
    }
  }
}
