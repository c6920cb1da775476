// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.List;

/**
 * Where one worker's messages come from. Used by that worker's thread only.
 *
 * <p>A fault of the broker is thrown as it is known; the {@link org.semel.tx.Faults} of the adapter
 * tell whether it passes.
 */
public interface Source extends AutoCloseable {

  /**
   * Receives messages that are already there, as part of the caller's transaction. Never waits for
   * a second one.
   *
   * @param most no more than these
   * @param wait how long to wait for the first
   * @return in the broker's order; empty if none came
   */
  List<Arrival> receive(Portion most, Duration wait);

  /** Tells that the transaction of the last {@link #receive} has ended, however it did. */
  void ended();

  /** Gives back what is held of the broker. Throws nothing. */
  @Override
  void close();
}
