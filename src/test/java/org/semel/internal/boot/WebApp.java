// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import org.semel.small.Proxied;

/** A web application of no server's. */
final class WebApp {

  private WebApp() {}

  /** That it begins. */
  static ServletContextEvent begins() {
    return new ServletContextEvent(Proxied.as(ServletContext.class, (method, arguments) -> null));
  }
}
