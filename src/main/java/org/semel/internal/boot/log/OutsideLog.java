// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.loop.OutageListener;

/** Writes when the look at brokers and transaction log fails as a whole, and when it goes on. */
public final class OutsideLog implements OutageListener {

  private final OutageLog outages = new OutageLog();

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    outages.interrupted(
        Code.GAUGES_PAUSED,
        cause,
        why ->
            OperatorLog.warn(
                Code.GAUGES_PAUSED,
                "What brokers and the transaction log hold in doubt cannot be looked at; the next try is in %d ms. Until then it"
                    + " is said that it cannot be seen. %s",
                pause.toMillis(),
                why));
  }

  @Override
  public void resumed() {
    outages.resumed(
        Code.GAUGES_PAUSED,
        () ->
            OperatorLog.info(
                Code.GAUGES_RESUMED,
                "What brokers and the transaction log hold in doubt is looked at again."));
  }
}
