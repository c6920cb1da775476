// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.loop.OutageListener;

/** Writes when gauges cannot be read, and when they can again. */
public final class GaugeLog implements OutageListener {

  private final OutageLog outages = new OutageLog();

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    outages.interrupted(
        Code.GAUGES_PAUSED,
        cause,
        why ->
            OperatorLog.warn(
                Code.GAUGES_PAUSED,
                "The gauges of the tables cannot be read; the next try is in %d ms. Until then they are not shown, and this node"
                    + " is not ready. %s",
                pause.toMillis(),
                why));
  }

  @Override
  public void resumed() {
    outages.resumed(
        Code.GAUGES_PAUSED,
        () -> OperatorLog.info(Code.GAUGES_RESUMED, "The gauges of the tables are read again."));
  }
}
