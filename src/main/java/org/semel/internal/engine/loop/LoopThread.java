// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A thread of a node that does one thing again and again. Starts and stops any number of times. */
public final class LoopThread implements Lifecycle {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Backoff OUTAGE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

  private final String what;
  private final Loop.Step step;
  private final WakeUp wakeUp;
  private final ThreadFactory threads;
  private final OutageListener listener;
  private @Nullable Gate gate;

  /**
   * A thread that is not started.
   *
   * @param what names it in the error message, at the beginning of a sentence
   * @param wakeUp ends a rest
   * @param threads makes threads that the server manages
   */
  public LoopThread(
      String what, Loop.Step step, WakeUp wakeUp, ThreadFactory threads, OutageListener listener) {
    this.what = what;
    this.step = step;
    this.wakeUp = wakeUp;
    this.threads = threads;
    this.listener = listener;
  }

  @Override
  public synchronized void start() {
    stop();
    Gate next = new Gate();
    Loop loop = new Loop(next, step, wakeUp::await, OUTAGE, listener);
    new WorkerThreads(threads).start(what, List.of(loop), begun -> next.shut());
    gate = next;
  }

  /** Lets the step in hand end. */
  @Override
  public synchronized void stop() {
    Gate open = gate;
    if (open != null) {
      open.shut();
      wakeUp.signal();
      open.drained(PATIENCE);
    }
    gate = null;
  }
}
