// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionEvent;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;

/** Counts what retention deletes on this node. Safe for any thread. */
public final class RetentionMetrics implements Observer<RetentionEvent> {

  private final SeriesRegistry registry;
  private final EventTable<RetentionEvent> rows;

  /** All kinds, at zero. */
  public RetentionMetrics(SeriesRegistry registry) {
    this.registry = registry;
    for (RetainedKind kept : RetainedKind.values()) {
      registry.counter(Series.FORGOTTEN, kept);
    }
    this.rows = rows();
  }

  @Override
  public void on(RetentionEvent event) {
    rows.on(event);
  }

  private EventTable<RetentionEvent> rows() {
    return new EventTable<RetentionEvent>()
        .row(
            RetentionEvent.Swept.class,
            e -> registry.counter(Series.FORGOTTEN, e.kept()).inc(e.forgotten()));
  }
}
