// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import jakarta.annotation.security.DeclareRoles;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.web.rest.RequestGuard;
import org.semel.internal.desk.web.rest.RestApi;
import org.semel.internal.desk.web.rest.RestReply;
import org.semel.internal.desk.web.rest.RestRequest;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Body;

/**
 * The REST API as a servlet, not as resources of Jakarta REST: an application that scans for those
 * would serve ours under a path of its own, which no one guards. The container authenticates; a
 * caller without a login is answered here and never sent to a page.
 */
@WebServlet(name = "semel-api", urlPatterns = "/semel/api/v1/*")
@DeclareRoles({
  Role.VIEWER_NAME,
  Role.OPERATOR_NAME,
  Role.ADMIN_NAME,
  Role.PAYLOAD_NAME,
  Role.APPROVER_NAME
})
@NullUnmarked // injected
public class RestServlet extends HttpServlet {

  @Serial private static final long serialVersionUID = 1L;

  @Inject transient ApiHome home;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<OperatorApi> api = home == null ? Optional.empty() : home.api();
    if (api.isEmpty()) {
      write(RestApi.off(), response);
      return;
    }
    if (authenticated(request, response)) {
      write(api.get().answer(read(request, api.get())), response);
    }
  }

  /**
   * Whether the container has not answered by itself. If a path is not constrained, the container
   * may look at a login only when it is asked; and if none was sent, it would send its own form or
   * page.
   */
  private static boolean authenticated(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getUserPrincipal() != null || request.getHeader("Authorization") == null) {
      return true;
    }
    try {
      return request.authenticate(response);
    } catch (ServletException e) { // a server's answer where it understands no such header
      return true; // no one is logged in, and the API says so
    }
  }

  private static RestRequest read(HttpServletRequest request, OperatorApi api) throws IOException {
    byte[] body = request.getInputStream().readNBytes(RequestGuard.LARGEST_BODY + 1);
    return new RestRequest(
        request.getMethod(),
        target(request),
        headers(request),
        Body.bytes(body, null),
        caller(request, api));
  }

  /** As it came: a container decodes paths as it likes. */
  private static String target(HttpServletRequest request) {
    String path =
        request
            .getRequestURI()
            .substring(request.getContextPath().length() + request.getServletPath().length());
    @Nullable String query = request.getQueryString();
    return query == null ? path : path + "?" + query;
  }

  private static Map<String, String> headers(HttpServletRequest request) {
    Map<String, String> headers = new HashMap<>();
    for (String name : Collections.list(request.getHeaderNames())) {
      headers.put(
          name.toLowerCase(Locale.ROOT),
          String.join(",", Collections.list(request.getHeaders(name))));
    }
    return headers;
  }

  private static Optional<Caller> caller(HttpServletRequest request, OperatorApi api) {
    @Nullable Principal principal = request.getUserPrincipal();
    return Optional.ofNullable(principal)
        .map(known -> api.caller(known.getName(), request::isUserInRole));
  }

  private static void write(RestReply reply, HttpServletResponse response) throws IOException {
    byte[] text = reply.text().getBytes(StandardCharsets.UTF_8);
    response.setStatus(reply.status());
    reply.headers().forEach(response::setHeader);
    if (!reply.more().hasNext()) {
      response.setContentLength(text.length);
    }
    OutputStream out = response.getOutputStream();
    out.write(text);
    try {
      while (reply.more().hasNext()) {
        out.write(reply.more().next().getBytes(StandardCharsets.UTF_8));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
