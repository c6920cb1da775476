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
    from("inbox:alerts-refused").routeId("alerts-refused").bean(AlertWork.class, "take");
    from("inbox:alerts-interrupted")
        .routeId("alerts-interrupted")
        .bean(AlertWork.class, "needWhatIsAway");
    from("inbox:alerts-ordered").routeId("alerts-ordered").bean(AlertWork.class, "take");
    from("inbox:alerts-hands")
        .routeId("alerts-hands")
        .bean(AlertWork.class, "stopOrStart")
        .to("intent:alerts-denied")
        .to("intent:alerts-away")
        .to("intent:alerts-held")
        .to("intent:alerts-idle")
        .to("intent:alerts-clogged")
        .to("intent:alerts-clogged");
    from("intent:alerts-denied").routeId("alerts-denied").bean(AlertWork.class, "deny");
    from("intent:alerts-away").routeId("alerts-away").bean(AlertWork.class, "notReach");
    from("intent:alerts-held").routeId("alerts-held").bean(AlertWork.class, "take");
    from("intent:alerts-idle").routeId("alerts-idle").bean(AlertWork.class, "take");
    from("intent:alerts-clogged").routeId("alerts-clogged").bean(AlertWork.class, "clog");
  }
}
