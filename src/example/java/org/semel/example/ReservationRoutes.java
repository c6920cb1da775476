// SPDX-License-Identifier: Apache-2.0
package org.semel.example;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;

/** The whole of the application's routing. */
@ApplicationScoped
public class ReservationRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:reservations") // policy: semel.consumer.reservations.*
        .routeId("reserve")
        .unmarshal(
            dataFormat()
                .json()
                .library(JsonLibrary.Jackson)
                .unmarshalType(OrderEvent.class)
                .disableFeatures("FAIL_ON_UNKNOWN_PROPERTIES")
                .end())
        .bean(Reservations.class) // JPA, same transaction
        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
        .to("intent:confirmation"); // recorded, not sent

    from("intent:confirmation") // policy: semel.destination.confirmation.*
        .routeId("confirm")
        .to("{{confirmation.url}}"); // Idempotency-Key is set for you
  }
}
