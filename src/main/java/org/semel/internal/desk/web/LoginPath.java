// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.annotation.WebListener;

/**
 * A path that the server itself guards. There are servers that ask for a login on such a path only,
 * whatever an application tells them; so the console sends its user there, and they are led back.
 * There is none while the console is off, as no one shall be asked for a login then.
 */
@WebListener
public class LoginPath implements ServletContextListener {

  static final String PATH = "/semel/login";

  private static final String WHOEVER_IS_LOGGED_IN = "**";

  @Override
  public void contextInitialized(ServletContextEvent event) {
    if (ConsoleServlet.isOn()) {
      ServletRegistration.Dynamic login =
          event.getServletContext().addServlet("semel-login", LoginServlet.class);
      login.addMapping(PATH);
      login.setServletSecurity(
          new ServletSecurityElement(
              new HttpConstraintElement(TransportGuarantee.NONE, WHOEVER_IS_LOGGED_IN)));
    }
  }
}
