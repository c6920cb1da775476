// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.engine.loop.OutageListener;

/** Writes when a part waits for what is away, and when it goes on. */
public final class WaitLog implements OutageListener {

  private final OutageLog outages = new OutageLog();
  private final Code waits;
  private final String interrupted;
  private final Code goesOn;
  private final String resumed;

  private WaitLog(Code waits, String interrupted, Code goesOn, String resumed) {
    this.waits = waits;
    this.interrupted = interrupted;
    this.goesOn = goesOn;
    this.resumed = resumed;
  }

  /** Of gauges that are read from the tables. */
  public static WaitLog ofTables() {
    return ofGauges(
        "The gauges of the tables cannot be read; the next try is in %d ms. Until then they are not shown, and this node"
            + " is not ready. %s",
        "The gauges of the tables are read again.");
  }

  /** Of the look at brokers and transaction log. */
  public static WaitLog ofWhatIsInDoubt() {
    return ofGauges(
        "What brokers and the transaction log hold in doubt cannot be looked at; the next try is in %d ms. Until then it"
            + " is said that it cannot be seen. %s",
        "What brokers and the transaction log hold in doubt is looked at again.");
  }

  private static WaitLog ofGauges(String interrupted, String resumed) {
    return new WaitLog(Code.GAUGES_PAUSED, interrupted, Code.GAUGES_RESUMED, resumed);
  }

  /** Of retention. */
  static WaitLog ofRetention() {
    return new WaitLog(
        Code.RETENTION_PAUSED,
        "Retention waits; the next try is in %d ms. Until then the tables grow. %s",
        Code.RETENTION_RESUMED,
        "Retention goes on.");
  }

  /** Of the look at what operators have paused. */
  static WaitLog ofPauses() {
    return new WaitLog(
        Code.PAUSES_UNREAD,
        "What operators have paused cannot be read; the next try is in %d ms. Until then all stays as it was. %s",
        Code.PAUSES_READ,
        "What operators have paused can be read again.");
  }

  /** Of replay plans. */
  static WaitLog ofPlans() {
    return new WaitLog(
        Code.PLANS_PAUSED,
        "Replay plans wait; the next try is in %d ms. %s",
        Code.PLANS_RESUMED,
        "Replay plans go on.");
  }

  /** Of a classic route, by its id. */
  public static WaitLog ofRoute(String route) {
    String named = "Route " + route.replace("%", "%%");
    return new WaitLog(
        Code.PAUSED,
        named + " waits; the next try is in %d ms. It receives nothing until then. %s",
        Code.RESUMED,
        "Route " + route + " receives again.");
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    outages.interrupted(
        waits, cause, why -> OperatorLog.warn(waits, interrupted, pause.toMillis(), why));
  }

  @Override
  public void resumed() {
    outages.resumed(waits, () -> OperatorLog.info(goesOn, "%s", resumed));
  }
}
