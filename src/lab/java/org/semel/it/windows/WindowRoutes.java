// SPDX-License-Identifier: Apache-2.0
package org.semel.it.windows;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.apache.camel.builder.RouteBuilder;
import org.semel.it.classic.ClassicMarks;

/**
 * A route for each window in which a message may stand, with a queue of its own under the window's
 * name. Several windows over one queue would get in each other's way: where a message comes just as
 * a receiver gives up waiting, Artemis' client fetches the next one ahead as well, even with a
 * window of 0, and that one then waits for as long as the first stands.
 */
@ApplicationScoped
public class WindowRoutes extends RouteBuilder {

  /** Of classic routes, as people have them, over Semel's beans. */
  public static final List<String> CLASSIC = List.of("J3", "J4", "J6", "J7", "J8", "J9", "J10");

  /** Of consumers over managed sessions. */
  public static final List<String> MANAGED = List.of("M6", "M7", "M8", "M9", "M10");

  /** Of consumers over direct sessions. */
  public static final List<String> DIRECT = List.of("D6", "D7", "D8", "D9", "D10");

  @Override
  public void configure() {
    CLASSIC.forEach(this::classic);
    MANAGED.forEach(this::inbox);
    DIRECT.forEach(this::inbox);

    from("intent:foreign").routeId("foreign").to("jms:queue:foreign");

    from("intent:transferred").routeId("transferred").to("jms:queue:transferred");
  }

  private void classic(String window) {
    from("jms:queue:" + window + "?receiveTimeout=200")
        .routeId(window)
        .transacted("PROPAGATION_REQUIRED")
        .idempotentConsumer(header("key"))
        .idempotentRepository("semel:classic")
        .bean(ClassicMarks.class)
        .to("intent:foreign")
        .to("intent:transferred");
  }

  private void inbox(String window) {
    from("inbox:" + window).routeId(window).bean(ClassicMarks.class).to("intent:transferred");
  }
}
