// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.util.List;
import java.util.Map;

/**
 * What a running server showed before a fault, in it, and after its cure.
 *
 * @param before at least two scrapes, as are the others
 */
public record FaultRun(
    AlertFault fault, List<Scrape> before, List<Scrape> during, List<Scrape> after) {

  /** The scrapes of {@code phases} that this fault is about. */
  public static FaultRun of(AlertFault fault, Map<Phase, List<Scrape>> phases) {
    return new FaultRun(
        fault,
        only(fault, phases.get(fault.before())),
        only(fault, phases.get(fault.during())),
        only(fault, phases.get(fault.after())));
  }

  private static List<Scrape> only(AlertFault fault, List<Scrape> scrapes) {
    return scrapes.stream().map(scrape -> scrape.only(fault::concerns)).toList();
  }

  /** What the rule compares with its threshold, in the three phases. */
  public Figures figures(String series) {
    Measure measure = fault.measure();
    return new Figures(
        measure.of(series, List.of(), before),
        measure.of(series, before, during),
        measure.of(series, during, after));
  }

  /** Before the fault, in it, and after its cure. */
  public record Figures(double before, double during, double after) {

    @Override
    public String toString() {
      return word(before) + " → " + word(during) + " → " + word(after);
    }

    private static String word(double figure) {
      return Double.isInfinite(figure) ? "stands still" : Decimal.of(Math.rint(figure * 10) / 10);
    }
  }
}
