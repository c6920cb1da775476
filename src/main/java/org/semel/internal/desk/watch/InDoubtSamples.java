// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.semel.internal.desk.operate.indoubt.OutsideView;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Series;

/** Gauges of what is in doubt outside the database. A place that cannot be seen has no gauge. */
public final class InDoubtSamples {

  private InDoubtSamples() {}

  public static List<Sample> of(OutsideView seen) {
    List<Sample> samples = new ArrayList<>();
    if (seen.seesABroker()) {
      samples.addAll(of("broker", seen.atBrokers().values()));
    }
    if (seen.log().isSeen()) {
      samples.addAll(of("log", seen.inLog().values()));
    }
    return samples;
  }

  private static List<Sample> of(String resource, Collection<Duration> ages) {
    Duration oldest = ages.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    return List.of(
        new Sample(Series.IN_DOUBT, List.of(resource), ages.size()),
        new Sample(Series.IN_DOUBT_AGE, List.of(resource), oldest.toMillis() / 1e3));
  }
}
