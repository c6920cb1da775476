// SPDX-License-Identifier: Apache-2.0
package org.semel.it.trouble;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;

/** A route whose messages say what should go wrong, and one in which nothing does. */
@ApplicationScoped
public class TroubleRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:trouble").routeId("trouble").bean(Trouble.class);
    from("inbox:brief").routeId("brief").bean(Trouble.class);
    from("inbox:later").routeId("later").bean(Trouble.class);
    from("inbox:neighbour").routeId("neighbour").bean(Neighbour.class);
  }
}
