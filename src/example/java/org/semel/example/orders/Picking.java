// SPDX-License-Identifier: Apache-2.0
package org.semel.example.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.semel.example.OrderEvent;

/** Picks what was ordered and packs it: two steps, each of which must happen once. */
@ApplicationScoped
public class Picking {

  @PersistenceContext private EntityManager entities;

  /** Notes that a line was picked, and returns by what it is known from here on. */
  public String pick(OrderEvent event) {
    String order = event.data().invoice() + "-" + event.data().line();
    note(order, "picked");
    return order;
  }

  /** Notes that it was packed. */
  public void pack(String order) {
    note(order, "packed");
  }

  private void note(String order, String step) {
    entities
        .createNativeQuery("INSERT INTO picking (order_line, step) VALUES (?1, ?2)")
        .setParameter(1, order)
        .setParameter(2, step)
        .executeUpdate();
  }
}
