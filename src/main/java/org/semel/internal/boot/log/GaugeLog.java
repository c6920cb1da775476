// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.loop.OutageListener;

/** Writes when what gauges are read from cannot be read, and when it can again. */
public final class GaugeLog implements OutageListener {

  private final OutageLog outages = new OutageLog();
  private final String interrupted;
  private final String resumed;

  private GaugeLog(String interrupted, String resumed) {
    this.interrupted = interrupted;
    this.resumed = resumed;
  }

  /** Of gauges that are read from the tables. */
  public static GaugeLog ofTables() {
    return new GaugeLog(
        "The gauges of the tables cannot be read; the next try is in %d ms. Until then they are not shown, and this node"
            + " is not ready. %s",
        "The gauges of the tables are read again.");
  }

  /** Of the look at brokers and transaction log. */
  public static GaugeLog ofWhatIsInDoubt() {
    return new GaugeLog(
        "What brokers and the transaction log hold in doubt cannot be looked at; the next try is in %d ms. Until then it"
            + " is said that it cannot be seen. %s",
        "What brokers and the transaction log hold in doubt is looked at again.");
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    outages.interrupted(
        Code.GAUGES_PAUSED,
        cause,
        why -> OperatorLog.warn(Code.GAUGES_PAUSED, interrupted, pause.toMillis(), why));
  }

  @Override
  public void resumed() {
    outages.resumed(Code.GAUGES_PAUSED, () -> OperatorLog.info(Code.GAUGES_RESUMED, "%s", resumed));
  }
}
