// SPDX-License-Identifier: Apache-2.0
package org.semel.it.inside;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;

/** A consumer, and a route that joins the transaction of whoever calls it. Nothing is sent. */
@ApplicationScoped
public class InsideRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:inside").routeId("inside").bean(InsideWork.class, "mark").to("intent:inside-noted");

    from("direct:inside")
        .routeId("called")
        .transacted("PROPAGATION_REQUIRED")
        .idempotentConsumer(body())
        .idempotentRepository("semel:inside-called")
        .bean(InsideWork.class, "mark")
        .to("intent:inside-noted");

    from("timer:inside?repeatCount=1&delay=0").routeId("timed").bean(InsideWork.class, "tick");

    from("intent:inside-noted").routeId("noted").autoStartup(false).to("{{confirmation.url}}");
  }
}
