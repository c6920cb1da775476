// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.message.Message;

/** A message as the broker's adapter could read it. */
public sealed interface Arrival {

  Message message();

  /** The number of bytes of the body that were read, be they kept or not. */
  long bytes();

  /** Copied whole. */
  record Copied(Message message) implements Arrival {
    @Override
    public long bytes() {
      return message.body().size();
    }
  }

  /**
   * Of a kind or size that we do not take in; to be parked.
   *
   * @param message as much of it as could be read safely, as evidence
   * @param verdict why it is refused
   */
  record Refused(Message message, ParkedMessage.Verdict verdict, long bytes) implements Arrival {

    /** A refusal of a message of which all that was read is kept. */
    public Refused(Message message, ParkedMessage.Verdict verdict) {
      this(message, verdict, message.body().size());
    }
  }
}
