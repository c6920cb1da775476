// SPDX-License-Identifier: Apache-2.0
package org.semel.it.ear;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.semel.example.OrderEvent;

/** The routes of one WAR, whose work another module does, under a name of their own. */
public abstract class WarRoutes extends RouteBuilder {

  private final String name;

  protected WarRoutes(String name) {
    this.name = name;
  }

  @Override
  public void configure() {
    from("inbox:" + name)
        .routeId(name)
        .unmarshal(
            dataFormat()
                .json()
                .library(JsonLibrary.Jackson)
                .unmarshalType(OrderEvent.class)
                .disableFeatures("FAIL_ON_UNKNOWN_PROPERTIES")
                .end())
        .bean(Booking.class)
        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
        .to("intent:" + name + "-confirmed");

    from("intent:" + name + "-confirmed").routeId(name + "-confirmed").to("{{confirmation.url}}");
  }
}
