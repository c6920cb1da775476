// SPDX-License-Identifier: Apache-2.0
package org.semel.it.ear;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.semel.example.OrderEvent;
import org.semel.example.Reservation;

/** A session bean as estates have them, in a jar of its own that knows nothing of Semel. */
@Stateless
public class Booking {

  @PersistenceContext private EntityManager entities;

  /** Notes the reservation in the caller's transaction; returns what is to be confirmed. */
  public String book(OrderEvent event) {
    entities.persist(new Reservation(event.data()));
    return "{\"line\":" + event.data().line() + "}";
  }
}
