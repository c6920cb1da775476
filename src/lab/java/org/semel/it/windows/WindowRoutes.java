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

  /** From the claim to the end of the commit; see the rows X3 to X10 of the crash matrix. */
  private static final List<String> MOMENTS = List.of("3", "4", "5", "6", "7", "8", "9", "10");

  /** Of classic routes, as people have them, over Semel's beans. */
  public static final List<String> CLASSIC = windows("J");

  /** Of consumers over managed sessions. */
  public static final List<String> MANAGED = windows("M");

  /** Of consumers over direct sessions. */
  public static final List<String> DIRECT = windows("D");

  private static List<String> windows(String kind) {
    return MOMENTS.stream().map(kind::concat).toList();
  }

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
