// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Order lines for those who bring none: the same ones each time. */
final class Sample {

  private static final int LINES = 2_000;
  private static final int LINES_OF_AN_ORDER = 8;
  private static final int ARTICLES = 150;

  private Sample() {}

  static Orders orders() {
    Random random = new Random(1);
    List<String> lines =
        IntStream.range(0, LINES)
            .mapToObj(i -> line(1000 + i / LINES_OF_AN_ORDER, 1 + i % LINES_OF_AN_ORDER, random))
            .toList();
    return Orders.of(lines);
  }

  private static String line(int order, int line, Random random) {
    boolean cancelled = random.nextInt(50) == 0;
    int quantity = (1 + random.nextInt(12)) * (cancelled ? -1 : 1);
    return """
    {"specversion":"1.0","id":"%d-%d","source":"/sample","type":"order.line.%s",\
    "datacontenttype":"application/json","data":{"invoice":"%d","line":%d,"stockCode":"A%03d",\
    "quantity":%d,"unitPrice":%d.50}}"""
        .formatted(
            order,
            line,
            cancelled ? "cancelled" : "placed",
            order,
            line,
            random.nextInt(ARTICLES),
            quantity,
            1 + random.nextInt(20));
  }
}
