// SPDX-License-Identifier: Apache-2.0
package org.semel.example.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.semel.example.OrderEvent;
import org.semel.example.OrderEvent.OrderLine;

/** Writes invoices, line by line. Each total needs that of the line before it. */
@ApplicationScoped
public class Invoices {

  private static final String APPEND =
      """
      INSERT INTO invoice_line (invoice, line, quantity, total)
      VALUES (?1, ?2, ?3, ?3 + coalesce((SELECT total FROM invoice_line WHERE invoice = ?1 AND line = ?2 - 1), 0))
      """;

  @PersistenceContext private EntityManager entities;

  /** Adds a line below the others. */
  public void append(OrderEvent event) {
    OrderLine line = event.data();
    entities
        .createNativeQuery(APPEND)
        .setParameter(1, line.invoice())
        .setParameter(2, line.line())
        .setParameter(3, line.quantity())
        .executeUpdate();
  }
}
