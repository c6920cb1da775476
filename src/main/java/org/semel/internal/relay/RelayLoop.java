// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.semel.internal.loop.Backoff;
import org.semel.internal.loop.WakeUp;

/** A relay's loop from one start to its stop, on one thread: turn after turn, and sleep between. */
final class RelayLoop implements Runnable {

  /** Beyond the lease: three turns that time out, and a moment. */
  private static final Duration GRACE = Duration.ofSeconds(100);

  private static final Backoff OUTAGE = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));

  private final DestinationPolicy policy;
  private final Turns turns;
  private final WakeUp bell;
  private final RelayListener listener;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;
  private int interruptions;

  /** What a loop does. Called on its thread only. */
  interface Turns {

    /**
     * Does what is to be done now.
     *
     * @param shaken whether the last turn was interrupted
     */
    Turn turn(boolean shaken);

    /** From now on nothing more is begun; turns end what is in hand. */
    void close();

    /** Whether all that was in hand has been ended. */
    boolean hasEnded();

    /** What is still under way is waited for no more. */
    void abandon();
  }

  /** How a turn went. */
  sealed interface Turn {

    /**
     * Well.
     *
     * @param sleep how long if nobody rings
     */
    record Done(Duration sleep) implements Turn {}

    /** It failed as a whole; nobody's attempt. */
    record Failed(Throwable cause) implements Turn {}
  }

  RelayLoop(DestinationPolicy policy, Turns turns, WakeUp bell, RelayListener listener) {
    this.policy = policy;
    this.turns = turns;
    this.bell = bell;
    this.listener = listener;
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        bell.await(turn());
      }
      close();
    } finally {
      ended.countDown();
    }
  }

  /** As long as leases last: whoever leases next would have to take for sent what is still here. */
  private void close() {
    turns.close();
    long until = System.nanoTime() + policy.pace().lease().toNanos();
    Duration sleep = turn();
    Duration rest = Duration.ofNanos(until - System.nanoTime());
    while (!turns.hasEnded() && !rest.isNegative()) {
      bell.await(sleep.compareTo(rest) < 0 ? sleep : rest);
      sleep = turn();
      rest = Duration.ofNanos(until - System.nanoTime());
    }
    if (!turns.hasEnded()) {
      turns.abandon();
      turn();
    }
  }

  /** Nothing more is begun. */
  void end() {
    stopping = true;
    bell.ring();
  }

  /** Waits until the loop has ended. */
  void awaitEnd() {
    try {
      ended.await(policy.pace().lease().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration turn() {
    Turn turn = guarded();
    return turn instanceof Turn.Failed failed
        ? interrupted(failed.cause())
        : resumed(((Turn.Done) turn).sleep());
  }

  /** A relay that dies in silence would leave its intents lying. */
  private Turn guarded() {
    try {
      return turns.turn(interruptions > 0);
    } catch (RuntimeException | Error e) {
      return new Turn.Failed(e);
    }
  }

  private Duration interrupted(Throwable cause) {
    interruptions++;
    Duration pause = OUTAGE.after(interruptions, RandomGenerator.getDefault());
    listener.interrupted(policy.destination(), cause, pause);
    return pause;
  }

  private Duration resumed(Duration sleep) {
    if (interruptions > 0) {
      interruptions = 0;
      listener.resumed(policy.destination());
    }
    return sleep;
  }
}
