// SPDX-License-Identifier: Apache-2.0
package org.semel.it.stored;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.camel.builder.RouteBuilder;

/** One route that stores first and has two steps, and one that keeps versions in order. */
@ApplicationScoped
public class StoredRoutes extends RouteBuilder {

  @Override
  public void configure() {
    from("inbox:stored")
        .routeId("stored")
        .bean(StoredWork.class, "first")
        .to("inbox:step?name=first")
        .bean(StoredWork.class, "second");

    from("inbox:versions").routeId("versions").bean(StoredWork.class, "version");
  }
}
