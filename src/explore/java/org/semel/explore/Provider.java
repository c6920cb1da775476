// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.semel.explore.Trouble.Cause;

/** What takes the intents, outside: it applies two requests under one key once, if it says so. */
final class Provider implements AutoCloseable {

  private static final HttpServer HTTP = http();
  private static final ServerSocket CUT_OFF = cutOff();
  private static final String NOWHERE = "/nowhere";

  /** What no content type that names another charset may change. */
  static final String SIGN = " \u20ac";

  private final Staging staging;
  private final boolean honours;
  private final boolean signed;
  private final Optional<Strike.Watch> strikes;
  private final Consumer<String> unsure;
  private final HttpContext door;
  private final List<String> keys = new ArrayList<>();
  private final Set<String> done = new HashSet<>();
  private final List<String> applied = new ArrayList<>();
  private final List<String> beside = new ArrayList<>();

  /**
   * One that is called so.
   *
   * @param honours whether it applies two requests under one key once
   * @param signed whether a request ends in {@link #SIGN}
   * @param strikes whether a call of it in this virtual machine returns
   * @param unsure gets the key of each request of whose outcome no one will know
   */
  Provider(
      String name,
      Staging staging,
      boolean honours,
      boolean signed,
      Optional<Strike.Watch> strikes,
      Consumer<String> unsure) {
    this.strikes = strikes;
    this.unsure = unsure;
    this.staging = staging;
    this.honours = honours;
    this.signed = signed;
    this.door = HTTP.createContext("/" + name, this::answer);
  }

  private static HttpServer http() {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.setExecutor(
          Executors.newCachedThreadPool(
              task -> {
                Thread thread = new Thread(task, "provider");
                thread.setDaemon(true);
                return thread;
              }));
      http.start();
      return http;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket cutOff() {
    try {
      ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(() -> cutOff(door), "cutting off");
      thread.setDaemon(true);
      thread.start();
      return door;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cutOff(ServerSocket door) {
    while (!door.isClosed()) {
      try (Socket connected = door.accept()) {
        connected.setSoLinger(true, 0);
      } catch (IOException e) {
        // the caller that had connected is gone
      }
    }
  }

  /** Where it is reached over HTTP. */
  String url() {
    return "http://localhost:" + HTTP.getAddress().getPort() + door.getPath();
  }

  /** Where whoever connects is cut off at once. */
  String overTls() {
    return "https://localhost:" + CUT_OFF.getLocalPort() + door.getPath();
  }

  /** Whether this request does not come through the handshake. */
  boolean isCutOff(Request request) {
    return staging.inTheHandshake(keyOf(request.body()));
  }

  private static String keyOf(String body) {
    return body.substring(0, body.indexOf(' '));
  }

  /** Where there is nothing. */
  String nowhere() {
    return url() + NOWHERE;
  }

  /** Takes a request over HTTP. */
  private void answer(HttpExchange http) throws IOException {
    if (http.getRequestURI().getPath().endsWith(NOWHERE)) {
      http.sendResponseHeaders(404, -1);
      http.close();
      return;
    }
    String key = http.getRequestHeaders().getFirst("Idempotency-Key");
    String body = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    try {
      http.sendResponseHeaders(struck(() -> status(take(key, body))), -1);
    } catch (ThreadDeath processOfWhoAsks) {
      // no answer reaches it
    } finally {
      http.close();
    }
  }

  private static int status(Optional<Cause> trouble) {
    return switch (trouble.map(Enum::name).orElse("")) {
      case "" -> 200;
      case "NOT_NOW" -> 429;
      case "DECLINED" -> 422;
      default -> 500;
    };
  }

  /** A call of it that returns, unless it is struck, or its process has ended. */
  private <T> T struck(Supplier<T> call) {
    return strikes.isEmpty() ? call.get() : strikes.get().run(Strike.Place.PROVIDER, call);
  }

  /** Takes a request in this virtual machine. */
  void take(Request request) {
    struck(() -> take(request.key(), request.body()))
        .ifPresent(
            cause -> {
              throw new IllegalStateException("the provider: " + cause);
            });
  }

  /** Whether something took effect under this key. */
  synchronized boolean knows(String key) {
    return done.contains(key);
  }

  /** Takes a request of another destination, which has no trouble. */
  synchronized void takeBeside(Request request) {
    if (done.add(request.key())) {
      beside.add(unsigned(request.body()));
    }
  }

  /** What took effect there. */
  synchronized List<String> beside() {
    return List.copyOf(beside);
  }

  /** What was asked of it. */
  record Request(String key, String body) {}

  private synchronized Optional<Cause> take(String key, String body) {
    boolean again = keys.contains(key);
    keys.add(key);
    Optional<Cause> trouble =
        (staging.isProviderAway()
                ? Optional.of(Cause.FAILS_BEFORE)
                : staging.atTheProvider(keyOf(body)))
            .map(cause -> cause == Cause.THEN_DECLINED ? then(again) : cause);
    if (trouble.isEmpty() || trouble.get() == Cause.FAILS_AFTER) {
      apply(key, body);
    }
    if (trouble.filter(cause -> cause.verdict == Trouble.Verdict.UNKNOWN).isPresent()) {
      unsure.accept(key);
    }
    return trouble;
  }

  private static Cause then(boolean again) {
    return again ? Cause.DECLINED : Cause.FAILS_AFTER;
  }

  /** As it was before it was signed; with other signs, as it came. */
  private String unsigned(String body) {
    return signed && body.endsWith(SIGN)
        ? body.substring(0, body.length() - SIGN.length())
        : signed ? body + " without its sign" : body;
  }

  private void apply(String key, String body) {
    if (done.add(key) || !honours) {
      applied.add(unsigned(body));
    }
  }

  /** Applies what a queue holds. */
  synchronized void drained(List<Request> requests) {
    requests.forEach(request -> apply(request.key(), request.body()));
  }

  /** What took effect outside. */
  synchronized List<String> applied() {
    return List.copyOf(applied);
  }

  /** The keys of all requests, in the order in which they came. */
  synchronized List<String> keys() {
    return List.copyOf(keys);
  }

  @Override
  public void close() {
    HTTP.removeContext(door);
  }
}
