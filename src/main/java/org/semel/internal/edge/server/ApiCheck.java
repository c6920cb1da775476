// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.servlet.ServletContext;
import java.util.Set;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Checks that the server gives the application what Semel's classes are linked with. Without it
 * they would fail one by one, each where it is first used, with the name of a class and no remedy.
 */
public final class ApiCheck {

  private static final String GENERAL =
      "Add it to the server's configuration (server-config/README.md).";

  private ApiCheck() {}

  /**
   * Passes if all are there.
   *
   * @throws SemelException that names those that are not, and what to add
   */
  public static void demand(ServletContext servlets) {
    demand(String.valueOf(servlets.getServerInfo()), ApiCheck.class.getClassLoader());
  }

  static void demand(String container, ClassLoader application) {
    Set<NeededApi> missing = NeededApi.missing(application);
    if (!missing.isEmpty()) {
      throw new SemelException(
          Code.API_MISSING,
          "The server does not give this application %s. %s"
              .formatted(
                  missing.stream().map(NeededApi::toString).collect(Collectors.joining(", ")),
                  remedy(container, missing)));
    }
  }

  private static String remedy(String container, Set<NeededApi> missing) {
    return ServerPlatform.all().stream()
        .filter(platform -> platform.isServerOf(container))
        .map(platform -> platform.give(missing))
        .findFirst()
        .orElse(GENERAL);
  }
}
