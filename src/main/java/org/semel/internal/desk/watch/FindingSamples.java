// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * The doctor's observations, counted by code and severity: a fixed list of codes bounds the labels,
 * and none is the name of a consumer, a destination or a setting.
 */
final class FindingSamples {

  private FindingSamples() {}

  static List<Sample> of(List<Observation> observed) {
    return observed.stream()
        .collect(Collectors.groupingBy(FindingSamples::kind))
        .entrySet()
        .stream()
        .map(each -> new Sample(Series.FINDINGS, each.getKey(), each.getValue().size()))
        .toList();
  }

  private static List<String> kind(Observation one) {
    return List.of(one.code(), one.severity().name().toLowerCase(Locale.ROOT));
  }
}
