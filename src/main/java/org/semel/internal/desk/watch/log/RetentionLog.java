// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.temporal.ChronoUnit;
import org.semel.Code;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionEvent;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;

/** Writes what retention does. A sweep that deleted nothing is not written. */
public final class RetentionLog implements Observer<RetentionEvent> {

  private final WaitLog waits = WaitLog.ofRetention();
  private final EventTable<RetentionEvent> rows = rows();

  @Override
  public void on(RetentionEvent event) {
    rows.on(event);
  }

  private EventTable<RetentionEvent> rows() {
    return new EventTable<RetentionEvent>()
        .row(
            RetentionEvent.Pending.class,
            e ->
                OperatorLog.info(
                    Code.RETENTION_PENDING,
                    "%s of %s is kept for %s from now on, and what is there for %s as before, until %s.",
                    e.rule().said().kept(),
                    e.rule().said().owner(),
                    e.rule().said().age(),
                    e.rule().counts(),
                    e.rule().until().truncatedTo(ChronoUnit.SECONDS)))
        .row(RetentionEvent.Swept.class, this::swept)
        .row(RetentionEvent.Interrupted.class, e -> waits.interrupted(e.cause(), e.pause()))
        .row(RetentionEvent.Resumed.class, e -> waits.resumed());
  }

  private void swept(RetentionEvent.Swept event) {
    if (event.forgotten() > 0) {
      OperatorLog.info(
          Code.FORGOTTEN,
          "%d %s of kind %s were older than their retention, and are deleted.",
          event.forgotten(),
          event.kept() == RetainedKind.WINDOW ? "days" : "rows",
          event.kept());
    }
  }
}
