// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Somebody else's system: honours idempotency keys, and counts how often each was used and took
 * effect.
 */
public final class ConfirmationProvider implements AutoCloseable {

  private final Map<String, AtomicLong> requests = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicReference<Runnable> onRequest = new AtomicReference<>(() -> {});
  private final HttpServer server;

  public ConfirmationProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/confirmations", this::confirm);
    server.setExecutor(threads);
    server.start();
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/confirmations";
  }

  /** Does something when the next request is here, and before it is answered. */
  public void onNextRequest(Runnable act) {
    onRequest.set(act);
  }

  /** Nothing has been asked of it so far. */
  public void forget() {
    requests.clear();
  }

  /** One for each key, however often it was used. */
  public long effects() {
    return requests.size();
  }

  /** The keys that took effect. */
  public List<String> keys() {
    return List.copyOf(requests.keySet());
  }

  /** All that came in. */
  public long requests() {
    return requests.values().stream().mapToLong(AtomicLong::get).sum();
  }

  /** All that came in under this key. */
  public long requests(String key) {
    AtomicLong count = requests.get(key);
    return count == null ? 0 : count.get();
  }

  private void confirm(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    if (key == null) {
      exchange.sendResponseHeaders(400, -1);
    } else {
      requests.computeIfAbsent(key, first -> new AtomicLong()).incrementAndGet();
      onRequest.getAndSet(() -> {}).run();
      exchange.sendResponseHeaders(204, -1);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
