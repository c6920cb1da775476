// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What several runs came to.
 *
 * @param median of them, the lower one of the two in the middle
 * @param least of them
 * @param most of them
 */
record Series(double median, double least, double most) {

  static Series of(List<Cell> cells, ToDoubleFunction<Cell> figure) {
    return of(cells.stream().mapToDouble(figure).toArray());
  }

  /** One by the other, round by round. */
  static Series ratio(List<Cell> these, List<Cell> those) {
    double[] ratios = new double[Math.min(these.size(), those.size())];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = these.get(i).perSecond() / those.get(i).perSecond();
    }
    return of(ratios);
  }

  /** What is missing to one: the price of what {@link #ratio} compares. */
  Series missingToOne() {
    return new Series(1 - median, 1 - most, 1 - least);
  }

  static Series of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Series(sorted[(sorted.length - 1) / 2], sorted[0], sorted[sorted.length - 1]);
  }
}
