// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;

/**
 * One destination whose provider is a real HTTP server, reached by Camel's own HTTP client. A
 * message's body is split at its commas, and each part is an intent.
 */
final class HttpEstate implements AutoCloseable {

  final SmallEstate estate = new SmallEstate();
  final String destination = "d" + System.nanoTime();

  /** The bodies of all requests, in the order in which they came. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** What the route does before it records an intent. */
  Consumer<RouteDefinition> before = route -> {};

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer provider;

  /** What the provider does with one request; it has been read. */
  @FunctionalInterface
  interface Answer {
    void to(HttpExchange http, String body) throws IOException;
  }

  HttpEstate() {
    try {
      provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    provider.setExecutor(threads);
    provider.start();
  }

  HttpEstate with(String key, String value) {
    estate.with("semel.destination." + destination + "." + key, value);
    return this;
  }

  /** The whole estate, whose provider answers so. */
  void start(Answer answer) {
    start("/send", answer);
  }

  /** The same, reached by these options of Camel's client. */
  void start(String path, Answer answer) {
    provider.createContext(
        "/send",
        http -> {
          String body = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          requests.add(body);
          answer.to(http, body);
        });
    String url = "http://localhost:" + provider.getAddress().getPort() + path;
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            RouteDefinition records = from("inbox:" + estate.name).routeId("receive");
            before.accept(records);
            records.split(body().tokenize(",")).to("intent:" + destination);
            from("intent:" + destination).routeId("send").to(url);
          }
        });
  }

  /** How many intents there are of which this holds. */
  long intents(String where) {
    return estate.count("semel_intent", where);
  }

  static void answer(HttpExchange http, int status) throws IOException {
    http.sendResponseHeaders(status, -1);
    http.close();
  }

  @Override
  public void close() {
    estate.close();
    provider.stop(0);
    threads.shutdownNow();
  }
}
