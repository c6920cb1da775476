// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.semel.internal.desk.watch.metrics.Series;

/**
 * A counter for each way in which something can end, looked up once and at zero from then on.
 *
 * @param <E> the ways; in small letters they are the values of the series' last label
 */
final class EndingCounters<E extends Enum<E>> {

  private final Map<E, CounterDataPoint> counters;

  EndingCounters(SeriesRegistry registry, Series series, Class<E> ways, String owner) {
    this.counters = new EnumMap<>(ways);
    for (E way : ways.getEnumConstants()) {
      counters.put(way, registry.counter(series, owner, way.name().toLowerCase(Locale.ROOT)));
    }
  }

  void count(E way) {
    Objects.requireNonNull(counters.get(way)).inc();
  }
}
