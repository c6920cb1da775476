// SPDX-License-Identifier: Apache-2.0
package org.semel.it.alerts;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;

/** A route for each fault, so that no alert is another one's. */
@ApplicationScoped
public class AlertRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:alerts-repeated").routeId("alerts-repeated").bean(AlertWork.class, "take");
    from("inbox:alerts-hanging").routeId("alerts-hanging").bean(AlertWork.class, "hang");
    from("inbox:alerts-conflict").routeId("alerts-conflict").to("intent:alerts-unknown");
    from("intent:alerts-unknown").routeId("alerts-unknown").bean(AlertWork.class, "fail");
    from("inbox:alerts-altering")
        .routeId("alerts-altering")
        .bean(AlertWork.class, "alter")
        .to("intent:alerts-altered");
    from("intent:alerts-altered").routeId("alerts-altered").bean(AlertWork.class, "take");
    from("inbox:alerts-replayed").routeId("alerts-replayed").to("intent:alerts-sent");
    from("intent:alerts-sent").routeId("alerts-sent").bean(AlertWork.class, "take");
    from("inbox:alerts-failing").routeId("alerts-failing").bean(AlertWork.class, "fail");
  }
}
