// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.util.UUID;
import org.semel.estate.ServerKind;

/** The order lines of one invoice, which no other test sends, and what became of them. */
abstract class OneInvoice {

  protected final SharedEstate estate;
  private final String invoice = UUID.randomUUID().toString();

  protected OneInvoice(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  protected long effects() {
    return estate.postgres.number("SELECT count(*) FROM reservation WHERE invoice = ?", invoice);
  }

  protected long count(String table, String column) {
    return estate.postgres.number(
        "SELECT count(*) FROM " + table + " WHERE " + column + " LIKE ?", "%" + invoice + "%");
  }

  protected long delivered() {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_intent WHERE state = 'delivered' AND cause LIKE ?",
        "%" + invoice + "%");
  }

  protected String event(int line) {
    return """
    {"specversion":"1.0","id":"%s-%d","source":"/one","type":"order.line.placed","data":{"invoice":"%s","line":%d,"stockCode":"O-%d","quantity":1,"unitPrice":1}}"""
        .formatted(invoice, line, invoice, line, line % 50);
  }
}
