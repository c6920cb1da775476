// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;

/**
 * A path that the server itself guards. There are servers that ask for a login on such a path only,
 * whatever an application tells them; so the console sends its user there, and they are led back.
 * There is none while the console is off, as no one shall be asked for a login then.
 */
public final class LoginPath {

  static final String PATH = "/semel/login";

  private static final String WHOEVER_IS_LOGGED_IN = "**";

  private LoginPath() {}

  /** Adds it to an application that is about to start. */
  public static void addTo(ServletContext application) {
    if (ConsoleServlet.isOn()) {
      ServletRegistration.Dynamic login = application.addServlet("semel-login", LoginServlet.class);
      login.addMapping(PATH);
      login.setServletSecurity(
          new ServletSecurityElement(
              new HttpConstraintElement(TransportGuarantee.NONE, WHOEVER_IS_LOGGED_IN)));
    }
  }
}
