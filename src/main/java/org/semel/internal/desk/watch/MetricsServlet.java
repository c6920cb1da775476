// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import jakarta.annotation.security.DeclareRoles;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;

/**
 * The series, as Prometheus scrapes them: {@code semel/metrics} below the application's address. A
 * path of our own, as a server shows what it counts itself, and not what an application counts.
 */
@WebServlet("/semel/metrics")
@DeclareRoles(MetricsServlet.ROLE)
@NullUnmarked // injected
public class MetricsServlet extends HttpServlet {

  static final String ROLE = "semel-metrics";

  private static final long serialVersionUID = 1L;

  @Inject private transient TelemetryHome home;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    answer(Optional.ofNullable(home).flatMap(TelemetryHome::telemetry), request, response);
  }

  /** Nothing is reckoned for a caller that may not read them. */
  static void answer(
      Optional<Telemetry> telemetry, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Telemetry> shown = telemetry.filter(on -> on.exposure().showsMetrics());
    if (shown.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    } else if (shown.get().exposure().isOpen() || isAdmitted(request, response)) {
      SeriesFormat format = SeriesFormat.accepted(request.getHeader("Accept"));
      write(format, shown.get().series(format).orElseThrow(), response);
    }
  }

  /** A caller that is not admitted has been answered. */
  private static boolean isAdmitted(HttpServletRequest request, HttpServletResponse response) {
    if (request.getUserPrincipal() == null && !isAuthenticated(request, response)) {
      if (!response.isCommitted()) {
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      }
      return false;
    }
    if (!request.isUserInRole(ROLE)) {
      response.setStatus(HttpServletResponse.SC_FORBIDDEN);
      return false;
    }
    return true;
  }

  /**
   * Whether the caller has logged in. Only a caller that brings credentials is asked: no other is
   * sent to a form or asked for a password.
   */
  private static boolean isAuthenticated(HttpServletRequest request, HttpServletResponse response) {
    try {
      return request.getHeader("Authorization") != null && request.authenticate(response);
    } catch (IOException | ServletException e) { // the application has no way to log in
      return false;
    }
  }

  private static void write(SeriesFormat format, byte[] series, HttpServletResponse response)
      throws IOException {
    response.setContentType(format.contentType());
    response.setHeader("Cache-Control", "no-store");
    response.setContentLength(series.length);
    response.getOutputStream().write(series);
  }
}
