// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one run of the relay came to.
 *
 * @param name what was beside it
 * @param settled intents that were delivered in the time of the cell
 * @param perSecond of a burst
 * @param share of what was offered at a steady rate, settled when the time was over
 * @param unknown intents that were parked, as nobody knows what became of them
 */
record RelayCell(
    String name, long settled, double perSecond, Optional<Double> share, long unknown) {

  static final String HEAD =
      """
      | relay | intents settled | intents a second | settled of what was offered | parked as unknown |
      | --- | ---: | ---: | ---: | ---: |
      """;

  /** What these cells came to. */
  static String table(List<RelayCell> cells) {
    return HEAD + cells.stream().map(cell -> cell.row() + "\n").collect(Collectors.joining());
  }

  String row() {
    return "| %s | %d | %.0f | %s | %d |"
        .formatted(
            name,
            settled,
            perSecond,
            share.map(of -> "%.2f %%".formatted(of * 100)).orElse(""),
            unknown);
  }
}
