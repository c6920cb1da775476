// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * All external systems of an application: each answers 201, and applies a key once. A question
 * under a key (GET) is answered by whether it was applied.
 */
final class Provider {

  private final HttpServer server;
  private final Map<String, String> applied = new LinkedHashMap<>();
  private final List<String> keyless = new ArrayList<>();
  private Consumer<String> withoutKey = path -> {};
  private Consumer<String> besides = path -> {};

  Provider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "semel-testkit-provider");
              thread.setDaemon(true);
              return thread;
            }));
    server.createContext("/", this::answer);
    server.start();
  }

  /** Where the system is reached whose address this key of the configuration holds. */
  String address(String key) {
    return "http://localhost:" + server.getAddress().getPort() + "/" + key;
  }

  /**
   * Forgets all. From now on says at once what came without a key, and what came besides another
   * request under the same key.
   */
  synchronized void begin(Consumer<String> cameWithoutKey, Consumer<String> cameBesides) {
    applied.clear();
    keyless.clear();
    withoutKey = cameWithoutKey;
    besides = cameBesides;
  }

  /** From now on a key that it knows is a new one; what took effect so far stays. */
  synchronized void forgetKeys() {
    keyless.addAll(applied.values());
    applied.clear();
  }

  /** What took effect there: one line for each key, and one for each request without. */
  synchronized List<String> effects() {
    List<String> effects = new ArrayList<>(applied.values());
    effects.addAll(keyless);
    return effects.stream().sorted().toList();
  }

  private void answer(HttpExchange request) throws IOException {
    try (request) {
      String body = new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String path = request.getRequestURI().getPath().substring(1);
      String key = request.getRequestHeaders().getFirst("Idempotency-Key");
      if (key != null && request.getRequestMethod().equals("GET")) {
        request.sendResponseHeaders(knows(key) ? 200 : 404, -1);
        return;
      }
      take(key, path, path + " " + body);
      request.sendResponseHeaders(201, -1);
    }
  }

  private synchronized boolean knows(String key) {
    return applied.containsKey(key);
  }

  private synchronized void take(String key, String path, String effect) {
    if (key == null) {
      keyless.add(effect);
      withoutKey.accept(path);
    } else if (!applied.computeIfAbsent(key, first -> effect).equals(effect)) {
      besides.accept(path);
    }
  }
}
