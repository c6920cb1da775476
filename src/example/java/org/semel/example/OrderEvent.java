// SPDX-License-Identifier: Apache-2.0
package org.semel.example;

import java.math.BigDecimal;

/** A CloudEvent about one line of an order; what the example does not need of it is left out. */
public record OrderEvent(String id, String type, OrderLine data) {

  /** One line of an order; a cancellation has a negative quantity. */
  public record OrderLine(
      String invoice, int line, String stockCode, int quantity, BigDecimal unitPrice) {}
}
