// SPDX-License-Identifier: Apache-2.0
package org.semel.example;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.semel.example.OrderEvent.OrderLine;

/**
 * Reserves stock, through JPA, in whatever transaction it is called. Knows nothing of messages,
 * duplicates or Semel.
 */
@ApplicationScoped
public class Reservations {

  @PersistenceContext private EntityManager entities;

  /**
   * Takes the quantity from stock, notes the reservation, and returns what is to be confirmed, as
   * JSON.
   */
  public String reserve(OrderEvent event) {
    OrderLine line = event.data();
    stock(line.stockCode()).take(line.quantity());
    entities.persist(new Reservation(line));
    return "{\"invoice\":\""
        + line.invoice()
        + "\",\"line\":"
        + line.line()
        + ",\"quantity\":"
        + line.quantity()
        + "}";
  }

  private StockLevel stock(String code) {
    StockLevel known = entities.find(StockLevel.class, code);
    if (known != null) {
      return known;
    }
    entities
        .createNativeQuery(
            "INSERT INTO stock (code, on_hand) VALUES (?1, 0) ON CONFLICT DO NOTHING")
        .setParameter(1, code)
        .executeUpdate();
    return entities.find(StockLevel.class, code);
  }
}
