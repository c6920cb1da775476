// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import org.jspecify.annotations.NullUnmarked;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.web.LoginPath;
import org.semel.internal.edge.server.ApiCheck;

/**
 * Starts and stops Semel with the web application it is deployed in or embedded in. A web
 * application has managed threads and names in {@code java:comp}. It has no EJB context, whose
 * UserTransaction would not work on other threads.
 *
 * <p>The only listener: the specification (Servlet 6.0, chapter 8) gives those that are annotated
 * no order, and nothing may begin before {@link ApiCheck} has said what is missing.
 */
@WebListener
@NullUnmarked // injected
public class SemelListener implements ServletContextListener {

  @Inject CamelHome home;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    ApiCheck.demand(event.getServletContext());
    LoginPath.addTo(event.getServletContext());
    if (home == null) {
      throw new SemelException(
          Code.RESOURCE_NOT_FOUND,
          "Nothing is injected here: CDI does not serve this application. See that the jar with Semel's classes holds its"
              + " META-INF/beans.xml (server-config/README.md).");
    }
    home.start(event.getServletContext());
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    if (home != null) {
      home.stop();
    }
  }
}
