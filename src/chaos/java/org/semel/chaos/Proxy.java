// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between clients and a server, and does to their connections what networks do. Safe for any
 * thread.
 */
final class Proxy implements AutoCloseable {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  /** What passes. */
  private enum Line {
    OPEN,
    /** What the server says is lost. */
    ONE_WAY,
    /** Nothing passes, and nobody is told; it is not lost either. */
    STILL
  }

  private final ServerSocket entrance;
  private final int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private Line line = Line.OPEN;

  /** In front of the server that listens on {@code port} of this machine. */
  Proxy(int port) {
    this.port = port;
    try {
      entrance = new ServerSocket(0, 50, HERE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    begin(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  /** The server hears, and its answers are lost, until the connections are {@link #cut}. */
  void loseAnswers() {
    set(Line.ONE_WAY);
  }

  /** Connections stay, and nothing passes, until it is {@link #open opened} or {@link #cut}. */
  void still() {
    set(Line.STILL);
  }

  void open() {
    set(Line.OPEN);
  }

  /** Closes all connections; new ones are free. */
  void cut() {
    for (Socket socket : Set.copyOf(sockets)) { // none is forgotten that comes in meanwhile
      close(socket);
      sockets.remove(socket);
    }
    set(Line.OPEN);
  }

  private synchronized void set(Line line) {
    this.line = line;
    notifyAll();
  }

  private synchronized Line whenNotStill() throws InterruptedException {
    while (line == Line.STILL) {
      wait();
    }
    return line;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        join(entrance.accept());
      } catch (IOException closed) {
        sockets.removeIf(Socket::isClosed);
      }
    }
  }

  private void join(Socket client) throws IOException {
    sockets.add(client);
    try {
      Socket server = new Socket(HERE, port);
      sockets.add(server);
      begin(() -> pump(client, server, false));
      begin(() -> pump(server, client, true));
    } catch (IOException itIsAway) {
      close(client);
    }
  }

  private void pump(Socket from, Socket to, boolean answers) {
    byte[] bytes = new byte[8192];
    try {
      for (int n = 0; n >= 0; n = from.getInputStream().read(bytes)) {
        if (!(whenNotStill() == Line.ONE_WAY && answers)) {
          to.getOutputStream().write(bytes, 0, n);
        }
      }
    } catch (IOException cut) {
      sockets.remove(from);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end(from, to);
  }

  /** Who hears nothing does not hear either that the other one has gone. */
  private void end(Socket from, Socket to) {
    try {
      whenNotStill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sockets.remove(from);
    sockets.remove(to);
    close(from);
    close(to);
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

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
