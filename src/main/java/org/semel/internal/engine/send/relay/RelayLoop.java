// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;

/** A relay's loop from one start to its stop: step after step, then it ends what is under way. */
final class RelayLoop implements Runnable {

  /** Beyond the lease: three steps that time out, and a moment. */
  private static final Duration GRACE = Duration.ofSeconds(100);

  private static final Backoff OUTAGE = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));

  private final Duration lease;
  private final Steps steps;
  private final WakeUp wakeUp;
  private final Loop loop;
  private final Gate gate = new Gate();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** The steps of the loop. Called on its thread only. */
  interface Steps extends Loop.Step {

    /** From now on nothing more is begun; steps end what is under way. */
    void close();

    /** Whether all that was under way has ended. */
    boolean hasEnded();

    /** No longer waits for what is still under way. */
    void abandon();
  }

  RelayLoop(DestinationPolicy policy, Steps steps, WakeUp wakeUp, Observer<RelayEvent> observer) {
    this.lease = policy.throughput().lease();
    this.steps = steps;
    this.wakeUp = wakeUp;
    Destination destination = policy.destination();
    OutageListener outages =
        OutageListener.reporting(
            observer,
            (cause, pause) -> new RelayEvent.Interrupted(destination, cause, pause),
            () -> new RelayEvent.Resumed(destination));
    this.loop = new Loop(gate, steps, wakeUp::await, OUTAGE, outages);
  }

  @Override
  public void run() {
    try {
      loop.run();
      close();
    } finally {
      ended.countDown();
    }
  }

  /**
   * Ends what is under way, for as long as leases last: the next holder of a lease must assume that
   * its intent was sent.
   */
  private void close() {
    steps.close();
    long until = System.nanoTime() + lease.toNanos();
    Duration rest = loop.once();
    Duration left = Duration.ofNanos(until - System.nanoTime());
    while (!steps.hasEnded() && !left.isNegative()) {
      wakeUp.await(rest.compareTo(left) < 0 ? rest : left);
      rest = loop.once();
      left = Duration.ofNanos(until - System.nanoTime());
    }
    if (!steps.hasEnded()) {
      steps.abandon();
      loop.once();
    }
  }

  /** Nothing more is begun. */
  void end() {
    gate.shut();
    wakeUp.signal();
  }

  /** Waits until the loop has ended. */
  void awaitEnd() {
    try {
      ended.await(lease.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
