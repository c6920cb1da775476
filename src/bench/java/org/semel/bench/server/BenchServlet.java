// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;

/** Takes the benchmark's orders: fill the queue, set the stop-watch, start and stop a receiver. */
@WebServlet("/do/*")
public class BenchServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Inject private transient Sender sender;
  @Inject private transient StopWatch watch;
  @Inject private transient CamelContext camel;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      response.getWriter().print(order(request));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private String order(HttpServletRequest request) throws Exception {
    switch (request.getPathInfo()) {
      case "/fill" ->
          sender.fill(
              number(request, "messages"),
              number(request, "duplicates"),
              number(request, "poison"));
      case "/pace" -> sender.pace(number(request, "rate"), number(request, "seconds"));
      case "/watch" -> watch.set(number(request, "from"), number(request, "to"));
      case "/start" -> camel.getRouteController().startRoute(request.getParameter("route"));
      case "/stop" -> camel.getRouteController().stopRoute(request.getParameter("route"));
      case "/endpoint" -> endpoint(request.getParameter("act"), request.getParameter("bean"));
      case "/nanos" -> {
        return String.valueOf(watch.nanos());
      }
      case "/latencies" -> {
        return watch.latencies();
      }
      case "/allocated" -> {
        return String.valueOf(watch.bytes());
      }
      case "/heap" -> {
        return String.valueOf(heap());
      }
      default -> throw new IllegalArgumentException(request.getPathInfo());
    }
    return "done";
  }

  /** Open Liberty's way to let a message-driven bean receive ({@code resume}) or not. */
  private static void endpoint(String act, String bean) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("WebSphere:feature=kernel,name=ServerEndpointControl"),
            act,
            new Object[] {bean},
            new String[] {String.class.getName()});
  }

  /** Bytes in use when all garbage has been collected. */
  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static int number(HttpServletRequest request, String name) {
    return Integer.parseInt(request.getParameter(name));
  }
}
