// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Outcome;

/**
 * Opens sessions whose work is part of the transaction that the calling thread is in, or follows
 * it. Used by one worker; not shared.
 */
public interface Sessions extends AutoCloseable {

  /**
   * A session for the caller's transaction, its connection started; to be used until {@link
   * #ended}. It may be the one of the transaction before.
   */
  Session join() throws JMSException;

  /**
   * Receives from the current session; null if no message has come in that time.
   *
   * @param wait to wait for one; zero to take what is there
   * @throws JMSException also if the transaction has ended meanwhile; then nothing is received
   */
  default @Nullable Message receive(MessageConsumer consumer, Duration wait) throws JMSException {
    return wait.isZero() ? consumer.receiveNoWait() : consumer.receive(wait.toMillis());
  }

  /**
   * Reports how the transaction ended. Throws nothing.
   *
   * @return what kept it from acknowledging what was received; empty if it is acknowledged, or is
   *     not to be
   */
  Optional<Exception> ended(Outcome end);

  /** Reports that the current session is broken; the next one is new. */
  void broken();

  /** Gives back what is held of the broker. Throws nothing. */
  @Override
  void close();
}
