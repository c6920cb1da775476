// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.camel.CamelContext;

/** Takes the benchmark's orders: fill the queue, set the stop-watch, start and stop a receiver. */
@WebServlet("/do/*")
public class BenchServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final int TOGETHER = 500;
  private static final int ARTICLES = 10_000;

  @Resource(lookup = "java:/ConnectionFactory")
  private transient ConnectionFactory factory;

  @Resource(lookup = "java:/jms/queue/bench")
  private transient Queue queue;

  @Inject private transient Work work;
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
      case "/fill" -> fill(number(request, "messages"), number(request, "duplicates"));
      case "/watch" -> work.watch(number(request, "from"), number(request, "to"));
      case "/start" -> camel.getRouteController().startRoute(request.getParameter("route"));
      case "/stop" -> camel.getRouteController().stopRoute(request.getParameter("route"));
      case "/nanos" -> {
        return String.valueOf(work.nanos());
      }
      default -> throw new IllegalArgumentException(request.getPathInfo());
    }
    return "done";
  }

  /** So many different messages, and after every hundred that many of them again. */
  private void fill(int messages, int duplicates) {
    String run = Long.toString(System.nanoTime(), 36);
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
      JMSProducer producer = context.createProducer();
      int sent = 0;
      for (int i = 0; i < messages; i++) {
        sent = send(context, producer, run, i, sent);
        if (i % 100 < duplicates) {
          sent = send(context, producer, run, i, sent);
        }
      }
      context.commit();
    }
  }

  private int send(JMSContext context, JMSProducer producer, String run, int i, int sent) {
    producer.setProperty("key", run + "-" + i).send(queue, event(run, i));
    if (sent % TOGETHER == TOGETHER - 1) {
      context.commit();
    }
    return sent + 1;
  }

  /** About 300 bytes. */
  private static String event(String run, int i) {
    return """
    {"specversion":"1.0","id":"%s-%d","source":"/bench","type":"order.line.placed","datacontenttype":"application/json","data":{"invoice":"%s","line":%d,"stockCode":"B%d","description":"what a customer would read here","quantity":1,"unitPrice":2.55,"customer":"17850","country":"United Kingdom"}}"""
        .formatted(run, i, run, i, Math.floorMod(i * 7919, ARTICLES));
  }

  private static int number(HttpServletRequest request, String name) {
    return Integer.parseInt(request.getParameter(name));
  }
}
