// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionListener;

/** Counts what retention deletes on this node. Safe for any thread. */
public final class RetentionMetrics implements RetentionListener {

  private final SeriesRegistry registry;

  /** All kinds, at zero. */
  public RetentionMetrics(SeriesRegistry registry) {
    this.registry = registry;
    for (RetainedKind kept : RetainedKind.values()) {
      registry.counter(Series.FORGOTTEN, kept);
    }
  }

  @Override
  public void swept(RetainedKind kept, long forgotten) {
    registry.counter(Series.FORGOTTEN, kept).inc(forgotten);
  }
}
