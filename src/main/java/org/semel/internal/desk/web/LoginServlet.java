// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;

/** Leads whom the server has let in to the console; see {@link LoginPath}. */
public class LoginServlet extends HttpServlet {

  @Serial private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendRedirect(request.getContextPath() + "/semel/");
  }
}
