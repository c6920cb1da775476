package com.example.payments;

import com.example.payments.PaymentEvent.Transfer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Books what comes in and goes out. It knows of no message, no duplicate and no Semel. */
@ApplicationScoped
public class Payments {

  @PersistenceContext private EntityManager entities;

  /** Books a payment; returns the receipt as JSON. */
  public String receive(PaymentEvent event) {
    return book(event.data().account(), event.data().cents());
  }

  /** Books a refund. */
  public void refund(PaymentEvent event) {
    Transfer transfer = event.data();
    book(transfer.account(), -transfer.cents());
  }

  private String book(String account, long cents) {
    entities.persist(new Payment(account, cents));
    return "{\"account\":\"" + account + "\",\"cents\":" + cents + "}";
  }
}
