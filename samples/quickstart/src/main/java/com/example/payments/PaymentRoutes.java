package com.example.payments;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;

/** What becomes of a payment. Its receipt is recorded here and sent later: see camel/receipt. */
@ApplicationScoped
public class PaymentRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:payments")
        .routeId("receive-payment")
        .unmarshal()
        .json(JsonLibrary.Jackson, PaymentEvent.class)
        .bean(Payments.class, "receive")
        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
        .to("intent:receipt");
  }
}
