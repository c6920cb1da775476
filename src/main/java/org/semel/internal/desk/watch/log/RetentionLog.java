// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.semel.Code;
import org.semel.internal.engine.keep.PendingRule;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionListener;

/** Writes what retention does. A sweep that deleted nothing is not written. */
public final class RetentionLog implements RetentionListener {

  private final OutageLog outages = new OutageLog();

  @Override
  public void pending(PendingRule rule) {
    OperatorLog.info(
        Code.RETENTION_PENDING,
        "%s of %s is kept for %s from now on, and what is there for %s as before, until %s.",
        rule.said().kept(),
        rule.said().owner(),
        rule.said().age(),
        rule.counts(),
        rule.until().truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public void swept(RetainedKind kept, long forgotten) {
    if (forgotten > 0) {
      OperatorLog.info(
          Code.FORGOTTEN,
          "%d %s of kind %s were older than their retention, and are deleted.",
          forgotten,
          kept == RetainedKind.WINDOW ? "days" : "rows",
          kept);
    }
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    outages.interrupted(
        Code.RETENTION_PAUSED,
        cause,
        why ->
            OperatorLog.warn(
                Code.RETENTION_PAUSED,
                "Retention waits; the next try is in %d ms. Until then the tables grow. %s",
                pause.toMillis(),
                why));
  }

  @Override
  public void resumed() {
    outages.resumed(
        Code.RETENTION_PAUSED,
        () -> OperatorLog.info(Code.RETENTION_RESUMED, "Retention goes on."));
  }
}
