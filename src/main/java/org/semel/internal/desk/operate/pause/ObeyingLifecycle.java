// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.util.function.Supplier;
import org.semel.internal.engine.loop.Lifecycle;

/** A part that runs with a route, and obeys operators from before its start to its stop. */
final class ObeyingLifecycle implements Lifecycle {

  private final Lifecycle run;
  private final Supplier<Runnable> obey;
  private Runnable end = () -> {};

  /**
   * Obeys no one yet.
   *
   * @param obey begins that; what it answers ends it
   */
  ObeyingLifecycle(Lifecycle run, Supplier<Runnable> obey) {
    this.run = run;
    this.obey = obey;
  }

  @Override
  public synchronized void start() {
    end.run();
    end = obey.get();
    try {
      run.start();
    } catch (RuntimeException | Error e) { // no one stops what has not started
      end.run();
      throw e;
    }
  }

  @Override
  public synchronized void stop() {
    end.run();
    end = () -> {};
    run.stop();
  }

  @Override
  public synchronized void suspend() {
    run.suspend();
  }

  @Override
  public synchronized void resume() {
    run.resume();
  }
}
