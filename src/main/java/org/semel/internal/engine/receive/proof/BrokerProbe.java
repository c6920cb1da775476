// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.List;
import java.util.UUID;
import org.semel.internal.engine.tx.Outcome;

/** The broker's side of the proof, over the connection factory that the consumer will use. */
public interface BrokerProbe extends AutoCloseable {

  /**
   * Adds the refusals that follow from the broker's settings to {@code found}, also those that it
   * finds before it fails. Outside any transaction.
   */
  void inspect(List<Refusal> found);

  /**
   * Puts a message on the probe's queue, where it expires if it is not received. Outside any
   * transaction.
   */
  void send(UUID probe);

  /** Puts such a message there as part of the caller's transaction. */
  void sendAlong(UUID probe);

  /**
   * Receives that message and no other, as part of the caller's transaction.
   *
   * @return whether it was there
   */
  boolean receive(UUID probe);

  /** Reports how the transaction of the last {@link #receive} or {@link #sendAlong} ended. */
  void ended(Outcome end);

  /** The branches of this transaction that the broker has prepared, as far as it shows them. */
  Prepared prepared(GlobalTransaction transaction);

  /** Gives back what is held of the broker; what is done after that begins anew. Throws nothing. */
  @Override
  void close();
}
