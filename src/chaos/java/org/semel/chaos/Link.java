// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

/** One connection through a {@link Proxy}: two sockets, and what passes between them. */
final class Link {

  /** What passes. */
  enum Line {
    OPEN,
    /** What the server says is lost, that it has gone too. */
    ONE_WAY,
    /** Nothing passes, and nobody is told; it is not lost either. */
    STILL
  }

  private final Socket client;
  private final Socket server;
  private Line line = Line.OPEN;
  private volatile long lost;

  Link(Socket client, Socket server) {
    this.client = client;
    this.server = server;
  }

  /** Passes on what either says, on threads of its own, until one of them has gone. */
  void begin() {
    begin(() -> pump(client, server, false));
    begin(() -> pump(server, client, true));
  }

  synchronized void set(Line line) {
    this.line = line;
    notifyAll();
  }

  /** Closes both ends. What was held is lost. */
  void cut() {
    close(client);
    close(server);
    set(Line.OPEN);
  }

  /** Bytes that were said and that nobody heard, without those of a cut. */
  long lost() {
    return lost;
  }

  boolean isCut() {
    return client.isClosed();
  }

  private void pump(Socket from, Socket to, boolean answers) {
    try {
      copy(from, to, answers);
      awaitHearing(answers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cut();
  }

  private void copy(Socket from, Socket to, boolean answers) throws InterruptedException {
    byte[] bytes = new byte[8192];
    try {
      for (int n = 0; n >= 0; n = from.getInputStream().read(bytes)) {
        if (isHeard(answers)) {
          to.getOutputStream().write(bytes, 0, n);
        } else {
          lose(n);
        }
      }
    } catch (IOException reset) {
      return; // an end like any other
    }
  }

  private synchronized void lose(int bytes) {
    lost += bytes;
  }

  /** Whether what is said now is not lost. What is neither has to wait. */
  private synchronized boolean isHeard(boolean answers) throws InterruptedException {
    while (line == Line.STILL) {
      wait();
    }
    return line == Line.OPEN || !answers;
  }

  /** Who hears nothing does not hear either that the other one has gone. */
  private synchronized void awaitHearing(boolean answers) throws InterruptedException {
    while (!isHeard(answers)) {
      wait();
    }
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
