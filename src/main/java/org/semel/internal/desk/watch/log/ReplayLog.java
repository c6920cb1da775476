// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import org.semel.Code;
import org.semel.internal.desk.watch.trace.LogContext;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.ReplayListener;
import org.semel.message.Message;

/** Writes when a replay has left intents out. Who replayed what, and why, stands in the audit. */
public final class ReplayLog implements ReplayListener {

  @Override
  public void replayed(String consumer, Message message, Occasion occasion, int suppressed) {
    if (suppressed > 0) {
      LogContext context = LogContext.ofConsumer(consumer, message.headers());
      try (context) {
        OperatorLog.info(
            Code.INTENTS_SUPPRESSED,
            "Consumer %s: message %s was replayed; %d intents of its route were not recorded, as the policy says.",
            consumer,
            message.origin().messageId(),
            suppressed);
      }
    }
  }
}
