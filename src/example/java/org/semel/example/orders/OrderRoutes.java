// SPDX-License-Identifier: Apache-2.0
package org.semel.example.orders;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.semel.example.OrderEvent;

/** Two more ways to receive the same order lines: in their order, and stored first. */
@ApplicationScoped
public class OrderRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:invoices") // in order: line 3 of an invoice waits for line 2
        .routeId("invoice")
        .to("direct:order-line")
        .to(
            "sql:INSERT INTO invoice_journal (invoice, line) VALUES (:#${body.data.invoice}, :#${body.data.line})"
                + "?dataSource=#semel&noop=true") // Semel's data source: same transaction
        .bean(Invoices.class);

    from("inbox:picking") // store-first: acknowledged before the work begins
        .routeId("pick")
        .to("direct:order-line")
        .bean(Picking.class, "pick")
        .to("inbox:step?name=picked") // what is picked is not picked again, whatever happens below
        .bean(Picking.class, "pack");

    from("direct:order-line")
        .unmarshal(
            dataFormat()
                .json()
                .library(JsonLibrary.Jackson)
                .unmarshalType(OrderEvent.class)
                .disableFeatures("FAIL_ON_UNKNOWN_PROPERTIES")
                .end());
  }
}
