// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.semel.internal.loop.WakeUp;
import org.semel.internal.relay.DestinationPolicy.Pace;

class RelayLoopTest {

  private final Turns turns = new Turns();
  private final RelayLoop loop =
      new RelayLoop(
          withLease(RelayWorld.policy("mail"), Duration.ofMillis(50)),
          turns,
          new WakeUp(),
          RelayListener.NONE);

  /** However long it would sleep: whoever stops it waits for no poll. */
  @Test
  void whatDoesNotEndIsAbandonedOnceItsLeaseIsOver() {
    loop.end();
    Thread thread = new Thread(loop);
    thread.setDaemon(true);
    thread.start();
    await().until(() -> turns.abandoned.get());
    await().until(() -> !thread.isAlive());
  }

  private static DestinationPolicy withLease(DestinationPolicy policy, Duration lease) {
    Pace pace = policy.pace();
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Pace(pace.concurrency(), pace.batch(), lease, pace.poll()),
        policy.endurance(),
        policy.contract());
  }

  /** Never ends, and would sleep for long. */
  private static final class Turns implements RelayLoop.Turns {
    private final AtomicBoolean abandoned = new AtomicBoolean();

    @Override
    public RelayLoop.Turn turn(boolean shaken) {
      return new RelayLoop.Turn.Done(Duration.ofDays(1));
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
