// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Outcome;

/**
 * The source of one worker's messages. Used by that worker's thread only.
 *
 * <p>A fault of the broker is thrown as it is known; the {@link
 * org.semel.internal.engine.tx.Faults} of the adapter tell whether it passes.
 */
public interface MessageSource extends AutoCloseable {

  /**
   * Receives messages that are already there, as part of the caller's transaction. Never waits for
   * a second one.
   *
   * @param most no more than these
   * @param wait how long to wait for the first
   * @return in the broker's order; empty if none came
   */
  List<Arrival> receive(BatchLimit most, Duration wait);

  /**
   * Tells how the transaction of the last {@link #receive} ended. A source whose receipt is no part
   * of it acknowledges now, or gives the messages back. Throws nothing: what cannot be acknowledged
   * comes again, and is absorbed.
   *
   * @return what kept it from acknowledging; empty if it has, or had nothing to acknowledge
   */
  Optional<Exception> ended(Outcome end);

  /**
   * Nothing will be received for a while: gives back what was fetched ahead, so that others may
   * receive it. Between transactions only; {@link #receive} may follow. Throws nothing.
   */
  void rest();

  /** Gives back what is held of the broker. Throws nothing. */
  @Override
  void close();
}
