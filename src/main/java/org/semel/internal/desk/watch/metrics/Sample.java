// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.util.List;

/**
 * A gauge that was read from the database.
 *
 * @param series which one
 * @param labels the values of its labels, in their order
 */
public record Sample(Series series, List<String> labels, double value) {

  public Sample {
    labels = List.copyOf(labels);
  }
}
