// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import org.semel.Code;
import org.semel.retention.Kept;
import org.semel.retention.RetentionListener;

/** What retention does, as lines. A round that found nothing is no line. */
final class RetentionLog implements RetentionListener {

  private final Reminders told = new Reminders(System::nanoTime);

  @Override
  public void swept(Kept kept, long forgotten) {
    if (forgotten > 0) {
      Lines.info(
          Code.FORGOTTEN,
          "%d %s of kind %s had outlived their time and are forgotten.",
          forgotten,
          kept == Kept.WINDOW ? "days" : "rows",
          kept);
    }
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    String why = Lines.rootOf(cause);
    if (told.isDue(Code.RETENTION_PAUSED, why)) {
      Lines.warn(
          Code.RETENTION_PAUSED,
          "Retention waits and tries again, next in %d ms; until then the tables grow. %s",
          pause.toMillis(),
          why);
    }
    Lines.debug(cause);
  }

  @Override
  public void resumed() {
    told.end(Code.RETENTION_PAUSED);
    Lines.info(Code.RETENTION_RESUMED, "Retention goes on.");
  }
}
