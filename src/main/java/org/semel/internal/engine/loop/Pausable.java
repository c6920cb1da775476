// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

/**
 * A part that can be paused, whatever becomes of its route meanwhile. It goes on when all who
 * paused it let it. Neither method waits: what has begun ends by itself. Safe for any thread.
 */
public interface Pausable {

  /** Begins nothing more. Nothing happens if {@code by} has paused it already. */
  void pause(Gate.Closer by);

  /** Begins again, unless another keeps it from that. */
  void resume(Gate.Closer by);
}
