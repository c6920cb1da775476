// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

/** A part that starts, stops and pauses with a route, any number of times. */
public interface Lifecycle {

  void start();

  /** Returns when the work that had begun has ended. */
  void stop();

  /** Pauses until {@link #resume}; returns when the work that had begun has ended. */
  default void suspend() {
    stop();
  }

  default void resume() {
    start();
  }
}
