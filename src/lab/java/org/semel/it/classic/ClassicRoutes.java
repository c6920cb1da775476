// SPDX-License-Identifier: Apache-2.0
package org.semel.it.classic;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;

/** Routes as people have them, over Semel's beans; what they send on goes by an intent. */
@ApplicationScoped
public class ClassicRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("jms:queue:classic?concurrentConsumers=6&receiveTimeout=200")
        .routeId("classic")
        .transacted("PROPAGATION_REQUIRED")
        .idempotentConsumer(header("key"))
        .idempotentRepository("semel:classic")
        .bean(ClassicMarks.class)
        .to("intent:foreign")
        .to("intent:transferred");

    from("intent:foreign").routeId("foreign").to("jms:queue:foreign");

    from("intent:transferred").routeId("transferred").to("jms:queue:transferred");
  }
}
