// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.semel.internal.desk.watch.doctor.HealthChecks;
import org.semel.internal.desk.watch.doctor.HealthReport;

/**
 * Answers over HTTP whether the application is alive, ready and started: 200 or 503. No one has to
 * log in; it tells no more than the names of consumers and their states.
 */
@WebServlet("/semel/health/*")
@NullUnmarked // injected
public class HealthServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Inject private transient TelemetryHome home;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<HealthReport> report =
        Optional.ofNullable(home)
            .flatMap(TelemetryHome::health)
            .flatMap(checks -> report(checks, String.valueOf(request.getPathInfo())));
    if (report.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    boolean up = report.get().status() == HealthReport.Status.UP;
    response.setStatus(up ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setContentType("application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getWriter().write(HealthJson.of(report.get()));
  }

  private static Optional<HealthReport> report(HealthChecks checks, String path) {
    return switch (path) {
      case "/live" -> Optional.of(checks.live());
      case "/ready" -> Optional.of(checks.ready());
      case "/started" -> Optional.of(checks.started());
      default -> Optional.empty();
    };
  }
}
