// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.util.List;

/** What a rule compares with its threshold, as far as it can be told from a few scrapes. */
enum Measure {
  /** By how much a counter has grown since the phase before. */
  GROWTH {
    @Override
    double of(String series, List<Scrape> before, List<Scrape> now) {
      return last(series, now) - (before.isEmpty() ? last(series, now) : last(series, before));
    }
  },
  /** How high a gauge stands. A gauge that is not there stands at nothing. */
  LEVEL {
    @Override
    double of(String series, List<Scrape> before, List<Scrape> now) {
      return last(series, now);
    }
  },
  /** How old a stamp is, in seconds. One that does not move is as old as one waits. */
  AGE {
    @Override
    double of(String series, List<Scrape> before, List<Scrape> now) {
      Scrape latest = now.get(now.size() - 1);
      double stamp = latest.value(series).orElseThrow();
      return now.get(0).value(series).orElseThrow() == stamp
          ? Double.POSITIVE_INFINITY
          : latest.at().toEpochMilli() / 1e3 - stamp;
    }
  },
  /** 1 if no scrape has it. */
  ABSENCE {
    @Override
    double of(String series, List<Scrape> before, List<Scrape> now) {
      boolean there =
          now.stream()
              .flatMap(scrape -> scrape.samples().keySet().stream())
              .anyMatch(sample -> SeriesParts.name(sample).equals(series));
      return there ? 0 : 1;
    }
  };

  /**
   * The figure of one phase.
   *
   * @param before the scrapes of the phase before; none if there was none
   * @param now those of the phase, at least one
   */
  abstract double of(String series, List<Scrape> before, List<Scrape> now);

  private static double last(String series, List<Scrape> scrapes) {
    return scrapes.get(scrapes.size() - 1).value(series).orElse(0);
  }
}
