// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes requests and answers none until it is told to let go. */
final class HangingProvider implements AutoCloseable {

  private volatile CountDownLatch patience = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  HangingProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          try {
            patience.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  /** Hangs up on all who wait; the next ones wait again. */
  void letGo() {
    CountDownLatch over = patience;
    patience = new CountDownLatch(1);
    over.countDown();
  }

  @Override
  public void close() {
    letGo();
    server.stop(0);
    threads.shutdownNow();
  }
}
