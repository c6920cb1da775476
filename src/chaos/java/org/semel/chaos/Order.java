// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.Random;
import org.semel.chaos.small.Business;

/**
 * One message: a line of an order.
 *
 * @param invoice of all messages of a run
 * @param line the number within it, and with it the key
 */
record Order(String invoice, int line, int quantity) {

  static Order of(String invoice, int line) {
    return new Order(invoice, line, 1 + new Random(line).nextInt(12));
  }

  /** One that the small node's business refuses, each time. */
  static Order poison(String invoice, int line) {
    return new Order(invoice, line, Business.POISON);
  }

  String key() {
    return invoice + "-" + line;
  }

  String event() {
    return """
    {"specversion":"1.0","id":"%s","source":"/chaos","type":"order.line.placed",\
    "datacontenttype":"application/json","data":{"invoice":"%s","line":%d,"stockCode":"C%02d",\
    "quantity":%d,"unitPrice":1}}"""
        .formatted(key(), invoice, line, line % 97, quantity);
  }
}
