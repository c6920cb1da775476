// SPDX-License-Identifier: Apache-2.0
package org.semel.it.windows;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;
import org.semel.it.classic.ClassicMarks;

/**
 * The same as the classic routes do, from {@code inbox:}, with a consumer for each way to receive.
 */
@ApplicationScoped
public class InboxRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:managed").routeId("managed").bean(ClassicMarks.class).to("intent:transferred");
    from("inbox:direct").routeId("direct").bean(ClassicMarks.class).to("intent:transferred");
  }
}
