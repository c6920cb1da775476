// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.config.ConfigProvider;
import org.semel.internal.desk.web.console.ConsolePages;
import org.semel.internal.desk.web.console.ConsoleReply;

/**
 * Sends the console's files. The server authenticates, in the way of the application's {@code
 * login-config}: a user who asks for the page and has not logged in gets one instead that leads to
 * {@link LoginPath}. A server that is configured to ask for a login there (OpenID Connect) need not
 * ask when {@code authenticate} is called on another path. It is a page and no redirect, as only a
 * script knows what stands behind {@code #} in the address, and can keep it over the login.
 */
@WebServlet(name = "semel-console", urlPatterns = "/semel/*")
public class ConsoleServlet extends HttpServlet {

  @Serial private static final long serialVersionUID = 1L;

  private final transient ConsolePages pages = new ConsolePages();

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ConsoleReply reply = isOn() ? answer(request) : ConsolePages.off();
    if (reply.who() == ConsoleReply.Reader.ANYONE || request.getUserPrincipal() != null) {
      send(reply, request, response);
      return;
    }
    try {
      if (request.getHeader("Authorization") == null) {
        send(pages.entry(), request, response);
      } else if (request.authenticate(response)) {
        send(reply, request, response);
      }
    } catch (ServletException e) { // a server's answer where no constraint is on the path
      send(pages.entry(), request, response);
    }
  }

  static boolean isOn() {
    return ConfigProvider.getConfig()
        .getOptionalValue("semel.console", String.class)
        .filter("on"::equalsIgnoreCase)
        .isPresent();
  }

  private ConsoleReply answer(HttpServletRequest request) {
    return pages.answer(
        request.getMethod(), request.getPathInfo(), request.getHeader("If-None-Match"));
  }

  private static void send(
      ConsoleReply reply, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setStatus(reply.status());
    reply.headers().forEach(response::setHeader);
    if (reply.status() == HttpServletResponse.SC_NOT_MODIFIED) {
      return;
    }
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    response.setContentLength(body.length);
    if (!request.getMethod().equals("HEAD")) {
      response.getOutputStream().write(body);
    }
  }
}
