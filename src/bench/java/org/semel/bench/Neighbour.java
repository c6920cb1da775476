// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Another destination's provider, which is not well.
 *
 * @param name as it stands in the results
 * @param url where it listens
 * @param keys what its destination's policy says of it
 * @param end ends it
 */
record Neighbour(String name, String url, String keys, Runnable end) implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 500;

  /** Takes requests and answers none. */
  static Neighbour thatHangs() {
    HangingProvider provider = new HangingProvider();
    return new Neighbour("beside one that hangs", provider.url(), "honoured", provider::close);
  }

  /** Answers no attempt to connect: its queue of connections is full. */
  static Neighbour thatDropsPackets() {
    try {
      ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      List<Socket> waiting = new ArrayList<>();
      while (connects(full, waiting)) {
        // until the system drops what comes
      }
      return new Neighbour(
          "beside one that drops packets",
          "http://127.0.0.1:" + full.getLocalPort() + "/",
          "ignored",
          () -> close(full, waiting));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean connects(ServerSocket full, List<Socket> waiting) throws IOException {
    Socket socket = new Socket();
    waiting.add(socket);
    try {
      socket.connect(full.getLocalSocketAddress(), PATIENCE_MILLIS);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static void close(ServerSocket full, List<Socket> waiting) {
    try {
      for (Socket socket : waiting) {
        socket.close();
      }
      full.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Knows nobody. */
  static Neighbour thatAnswers401() {
    return answering("beside one that answers 401", 401, 0);
  }

  /** Takes five seconds for each request. */
  static Neighbour thatSleeps() {
    return answering("beside one that takes 5 s", 204, 5);
  }

  private static Neighbour answering(String name, int status, int seconds) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
      ExecutorService threads = Executors.newCachedThreadPool();
      Executor later = CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS, threads);
      server.createContext("/", exchange -> later.execute(() -> answer(exchange, status)));
      server.start();
      return new Neighbour(
          name,
          "http://127.0.0.1:" + server.getAddress().getPort() + "/",
          "ignored",
          () -> {
            server.stop(0);
            threads.shutdownNow();
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(HttpExchange exchange, int status) {
    try {
      exchange.sendResponseHeaders(status, -1);
    } catch (IOException e) {
      // whoever asked has gone
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    end.run();
  }
}
