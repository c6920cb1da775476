// SPDX-License-Identifier: Apache-2.0
package org.semel.it.ear;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.semel.example.OrderEvent;

/** The routes of the WAR, whose work another module does. */
@ApplicationScoped
public class EarRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:ear")
        .routeId("ear")
        .unmarshal(
            dataFormat()
                .json()
                .library(JsonLibrary.Jackson)
                .unmarshalType(OrderEvent.class)
                .disableFeatures("FAIL_ON_UNKNOWN_PROPERTIES")
                .end())
        .bean(Booking.class)
        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
        .to("intent:ear-confirmed");

    from("intent:ear-confirmed").routeId("ear-confirmed").to("{{confirmation.url}}");
  }
}
