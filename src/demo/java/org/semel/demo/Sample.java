// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Order lines that are made up: the same ones each time. */
final class Sample {

  private static final int LINES = 2_000;
  private static final int LINES_OF_AN_ORDER = 8;

  /** So many that two transactions are seldom after the same row. */
  private static final int ARTICLES = 5_000;

  private Sample() {}

  /** For those who bring none. */
  static Orders orders() {
    return Orders.of(lines(LINES, "/sample", ARTICLES));
  }

  /** So many different ones, of so many articles. */
  static List<String> lines(int count, String source, int articles) {
    Random random = new Random(1);
    return IntStream.range(0, count).mapToObj(i -> line(i, source, random, articles)).toList();
  }

  private static String line(int i, String source, Random random, int articles) {
    int order = 1000 + i / LINES_OF_AN_ORDER;
    int line = 1 + i % LINES_OF_AN_ORDER;
    boolean cancelled = random.nextInt(50) == 0;
    int quantity = (1 + random.nextInt(12)) * (cancelled ? -1 : 1);
    return """
    {"specversion":"1.0","id":"%d-%d","source":"%s","type":"order.line.%s",\
    "datacontenttype":"application/json","data":{"invoice":"%d","line":%d,"stockCode":"A%03d",\
    "quantity":%d,"unitPrice":%d.50}}"""
        .formatted(
            order,
            line,
            source,
            cancelled ? "cancelled" : "placed",
            order,
            line,
            random.nextInt(articles),
            quantity,
            1 + random.nextInt(20));
  }
}
