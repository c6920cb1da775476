package com.example.payments;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** A CloudEvent about money; its id and source identify it, and Semel reads them. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PaymentEvent(Transfer data) {

  /** An amount in cents, and the account that it belongs to. */
  public record Transfer(String account, long cents) {}
}
