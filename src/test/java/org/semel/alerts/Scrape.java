// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What a server showed at one moment.
 *
 * @param at when it was asked
 * @param samples value by series with labels, as exposed; none if the server did not answer
 */
public record Scrape(Instant at, Map<String, Double> samples) {

  public Scrape {
    samples = Map.copyOf(samples);
  }

  /** What stands in {@code text}, the format that Prometheus reads. */
  public static Scrape of(Instant at, String text) {
    Map<String, Double> samples = new TreeMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .forEach(
            line -> {
              int last = line.lastIndexOf(' ');
              samples.put(line.substring(0, last), Double.valueOf(line.substring(last + 1)));
            });
    return new Scrape(at, samples);
  }

  /** Empty if the series is not there. */
  public OptionalDouble value(String series) {
    Double value = samples.get(series);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Less all series that {@code kept} does not accept. */
  Scrape only(Predicate<String> kept) {
    Map<String, Double> left = new TreeMap<>(samples);
    left.keySet().removeIf(kept.negate());
    return new Scrape(at, left);
  }
}
