// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A worker's loop, on one thread: a step behind the gate, then a rest, until the gate is shut. A
 * step that an outage interrupts is tried again after a growing pause.
 */
public final class Loop implements Runnable {

  private final Gate gate;
  private final Step step;
  private final Consumer<Duration> rest;
  private final Backoff outage;
  private final OutageListener listener;
  private int interruptions;

  /** The step that a loop does again and again, on its thread only. */
  public interface Step {

    /**
     * Does what is to be done now. An exception is an outage.
     *
     * @param afterOutage whether the step before was interrupted
     */
    LoopResult run(boolean afterOutage);

    /** Releases what must not be held while the gate is closed. Throws nothing. */
    default void waits() {}
  }

  /**
   * A loop that is not started.
   *
   * @param rest sleeps for so long, or less if there is something to do or the gate is shut
   * @param outage how long to pause after interruptions in a row
   */
  public Loop(
      Gate gate, Step step, Consumer<Duration> rest, Backoff outage, OutageListener listener) {
    this.gate = gate;
    this.step = step;
    this.rest = rest;
    this.outage = outage;
    this.listener = listener;
  }

  @Override
  public void run() {
    while (gate.enter(step::waits)) {
      Duration pause;
      try {
        pause = once();
      } finally {
        gate.leave();
      }
      rest.accept(pause);
    }
  }

  /**
   * Runs one step, whether the gate is open or not.
   *
   * @return how long to rest after it
   */
  public Duration once() {
    LoopResult result = guarded();
    if (result instanceof LoopResult.Interrupted interrupted) {
      return interrupted(interrupted.cause());
    }
    return result instanceof LoopResult.Inconclusive inconclusive
        ? inconclusive.rest()
        : ((LoopResult.Succeeded) result).rest();
  }

  /** A worker that dies in silence would leave its work undone. */
  private LoopResult guarded() {
    try {
      LoopResult result = step.run(interruptions > 0);
      if (result instanceof LoopResult.Succeeded) {
        resumed();
      }
      return result;
    } catch (Throwable e) { // a route may have thrown what it does not declare
      return new LoopResult.Interrupted(e);
    }
  }

  private Duration interrupted(Throwable cause) {
    interruptions++;
    try {
      Duration pause = outage.after(interruptions, cause, RandomGenerator.getDefault());
      listener.interrupted(cause, pause);
      return pause;
    } catch (Throwable e) { // as without memory: that no one is told must not end the work
      return outage.most();
    }
  }

  private void resumed() {
    if (interruptions > 0) {
      interruptions = 0;
      listener.resumed();
    }
  }
}
