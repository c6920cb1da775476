// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import org.semel.internal.claim.ParkedMessage;
import org.semel.message.Message;

/** A message as the broker's adapter could read it. */
public sealed interface Arrival {

  Message message();

  /** Copied whole. */
  record Copied(Message message) implements Arrival {}

  /**
   * Of a kind or size that we do not take in; to be parked.
   *
   * @param message as much of it as could be read safely, as evidence
   * @param verdict why it is refused
   */
  record Refused(Message message, ParkedMessage.Verdict verdict) implements Arrival {}
}
