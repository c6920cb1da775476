// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;
import java.util.Locale;

/**
 * One variant with the series off and on, round by round.
 *
 * @param variant as it stands in the results
 * @param without the series
 * @param with them, read all the time
 */
record MetricsCell(String variant, List<Cell> without, List<Cell> with) {

  static final String HEAD =
      """
      | variant | messages/s, series off | series on | on over off, median of the rounds | least | greatest | µs of the server, off | on |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      """;

  String row() {
    Series ratio = Series.ratio(with, without);
    return String.format(
        Locale.ROOT,
        "| `%s` | %.0f | %.0f | %.3f | %.3f | %.3f | %.1f | %.1f |%n",
        variant,
        Series.of(without, Cell::perSecond).median(),
        Series.of(with, Cell::perSecond).median(),
        ratio.median(),
        ratio.least(),
        ratio.most(),
        Series.of(without, Cell::serverTime).median(),
        Series.of(with, Cell::serverTime).median());
  }
}
