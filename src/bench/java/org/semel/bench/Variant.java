// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;

/**
 * One way to receive.
 *
 * @param name as it stands in the results
 * @param receiver route to start; {@link #BEAN} is no route
 * @param messages how many different ones make a cell of a few seconds
 * @param duplicates of a hundred
 */
record Variant(String name, String receiver, int messages, int duplicates) {

  static final String BEAN = "BareBean";

  static final Variant STOCK = new Variant("stock", "stock", 3_000, 0);
  static final Variant MDB = new Variant("mdb", BEAN, 6_000, 0);

  static final List<Variant> ALL =
      List.of(
          STOCK,
          new Variant("stock_tuned", "stock_tuned", 3_000, 0),
          MDB,
          new Variant("xa1_direct", "direct1", 6_000, 0),
          new Variant("xa1_managed", "managed1", 4_000, 0),
          new Variant("xa10_direct", "direct10", 20_000, 0),
          new Variant("xa10_managed", "managed10", 15_000, 0),
          new Variant("xa50_direct", "direct50", 40_000, 0),
          new Variant("xa50_direct_30dup", "direct50", 30_000, 30),
          new Variant("xa50_managed", "managed50", 30_000, 0),
          new Variant("ack1", "ack1", 8_000, 0),
          new Variant("ack50", "ack50", 40_000, 0),
          new Variant("xa200_direct", "direct200", 50_000, 0),
          new Variant("xa200_managed", "managed200", 50_000, 0));

  int deliveries() {
    return messages + messages / 100 * duplicates;
  }
}
