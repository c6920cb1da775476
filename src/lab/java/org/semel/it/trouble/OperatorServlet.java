// SPDX-License-Identifier: Apache-2.0
package org.semel.it.trouble;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;

/** An operator of the application: mends the fault, and releases what was parked. */
@WebServlet("/operator")
public class OperatorServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Inject private transient Operations operations;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Trouble.MENDED.set(request.getParameter("mend") != null);
    String key = request.getParameter("release");
    long id =
        operations.parked().waiting("trouble", 0, 1_000).stream()
            .filter(
                found ->
                    found.evidence().identity().stream()
                        .anyMatch(identity -> identity.key().equals(key)))
            .findFirst()
            .orElseThrow()
            .id();
    response
        .getWriter()
        .print(operations.parked().release(id, new OperatorContext("ann", "the fault is mended")));
  }
}
