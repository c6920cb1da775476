package com.example.payments;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;

/** One booking on an account. */
@Entity
public class Payment {

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "payment_id")
  @SequenceGenerator(name = "payment_id", sequenceName = "payment_id")
  private long id;

  private String account;
  private long cents;

  protected Payment() {}

  public Payment(String account, long cents) {
    this.account = account;
    this.cents = cents;
  }

  public long getId() {
    return id;
  }

  public String getAccount() {
    return account;
  }

  public long getCents() {
    return cents;
  }
}
