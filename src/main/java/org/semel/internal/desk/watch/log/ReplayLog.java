// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import org.semel.Code;
import org.semel.internal.desk.watch.trace.LogContext;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Replayer;

/** Writes when a replay has left intents out. Who replayed what, and why, stands in the audit. */
public final class ReplayLog implements Observer<Replayer.ReplayedEffect> {

  @Override
  public void on(Replayer.ReplayedEffect event) {
    if (event.suppressed() > 0) {
      LogContext context = LogContext.ofConsumer(event.consumer(), event.message().headers());
      try (context) {
        OperatorLog.info(
            Code.INTENTS_SUPPRESSED,
            "Consumer %s: message %s was replayed; %d intents of its route were not recorded, as the policy says.",
            event.consumer(),
            event.message().origin().messageId(),
            event.suppressed());
      }
    }
  }
}
