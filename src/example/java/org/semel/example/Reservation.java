// SPDX-License-Identifier: Apache-2.0
package org.semel.example;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import org.semel.example.OrderEvent.OrderLine;

/**
 * One reservation. The table has no constraint that would catch a second one for the same line:
 * that is what is being tested.
 */
@Entity
@Table(name = "reservation")
public class Reservation {

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "reservation_id")
  @SequenceGenerator(name = "reservation_id", sequenceName = "reservation_id", allocationSize = 100)
  private long id;

  private String invoice;
  private int line;
  private String stockCode;
  private int quantity;

  protected Reservation() {}

  public Reservation(OrderLine orderLine) {
    this.invoice = orderLine.invoice();
    this.line = orderLine.line();
    this.stockCode = orderLine.stockCode();
    this.quantity = orderLine.quantity();
  }

  public long getId() {
    return id;
  }

  public String getInvoice() {
    return invoice;
  }

  public int getLine() {
    return line;
  }

  public String getStockCode() {
    return stockCode;
  }

  public int getQuantity() {
    return quantity;
  }
}
