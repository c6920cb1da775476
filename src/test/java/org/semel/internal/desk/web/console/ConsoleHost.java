// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the console's own files, and beside them an API. */
public final class ConsoleHost implements AutoCloseable {

  private static final String CONSOLE = "/app/semel";
  private static final String API = CONSOLE + "/api/v1";

  static {
    // Or each answer waits 40 ms until the browser confirms its head: two packets, one after
    // another
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final ConsolePages pages = new ConsolePages();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Api api;

  /** What was asked; the names of headers are in small letters. */
  public record Asked(String method, String target, Map<String, String> headers, String body) {}

  /** What is answered. */
  public record Given(int status, String json) {}

  /** What the console asks. */
  @FunctionalInterface
  public interface Api {
    Given answer(Asked request);
  }

  public ConsoleHost(Api api) throws IOException {
    this.api = api;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(CONSOLE, this::page);
    server.createContext(API, this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** Of the page. */
  public String address() {
    return "http://localhost:" + server.getAddress().getPort() + CONSOLE + "/";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void page(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(CONSOLE.length());
    if (path.equals("/login")) { // lets everybody in
      send(exchange, 302, Map.of("Location", CONSOLE + "/"), new byte[0]);
      return;
    }
    ConsoleReply reply =
        pages.answer(exchange.getRequestMethod(), path.isEmpty() ? null : path, null);
    send(exchange, reply.status(), kept(reply), reply.body().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A browser keeps the files, but not the page. A server lets it ask for each whether it is still
   * the same: 40 questions for each of a thousand pages.
   */
  private static Map<String, String> kept(ConsoleReply reply) {
    Map<String, String> headers = new HashMap<>(reply.headers());
    headers.replace("Cache-Control", "no-cache", "max-age=3600");
    return headers;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String target = exchange.getRequestURI().toString().substring(API.length());
    Given given = api.answer(new Asked(exchange.getRequestMethod(), target, headers, body));
    send(
        exchange,
        given.status(),
        Map.of(
            "Content-Type", given.status() < 400 ? "application/json" : "application/problem+json"),
        given.json().getBytes(StandardCharsets.UTF_8));
  }

  private static void send(
      HttpExchange exchange, int status, Map<String, String> headers, byte[] body)
      throws IOException {
    try (exchange) {
      headers.forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    }
  }
}
