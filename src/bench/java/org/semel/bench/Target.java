// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;

/**
 * A ratio that we mean to reach.
 *
 * @param key as it stands in summary.json
 * @param of the variant above
 * @param to the variant below
 * @param least what the ratio should be
 */
record Target(String key, String of, String to, double least) {

  static final List<Target> ALL =
      List.of(
          new Target("xa50_direct_over_stock", "xa50_direct", "stock", 20),
          new Target("xa50_direct_over_mdb", "xa50_direct", "mdb", 8),
          new Target("xa50_managed_over_stock", "xa50_managed", "stock", 10),
          new Target("xa1_direct_over_mdb", "xa1_direct", "mdb", 1),
          new Target("xa10_over_stock", "xa10_direct", "stock", 6),
          new Target("ack50_over_xa50", "ack50", "xa50_direct", 1.3));
}
