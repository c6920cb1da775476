// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.message.Message;
import org.semel.operations.AuditEntry;

/**
 * A message that can be handed to its consumer again.
 *
 * @param act as which it stands in the audit
 * @param handedIn headers and body as they came, and whose they are
 * @param subject how the audit names it
 */
public record ReplayableMessage(AuditEntry.Act act, HandedIn handedIn, AuditEntry.Subject subject) {

  /** Whether it has taken effect, and is kept; else it was parked. */
  boolean isKept() {
    return act == AuditEntry.Act.REPLAY;
  }

  /** The consumer of the message. */
  String consumer() {
    return handedIn.consumer();
  }

  /** Headers and body as they came. */
  Message message() {
    return handedIn.message();
  }
}
