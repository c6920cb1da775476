// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.semel.chaos.Link.Line;

/**
 * Stands between clients and a server, and does to their connections what networks do. Safe for any
 * thread.
 */
final class Proxy implements AutoCloseable {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final ServerSocket entrance;
  private final int port;
  private final Set<Link> links = new HashSet<>();
  private Line line = Line.OPEN;

  /** In front of the server that listens on {@code port} of this machine. */
  Proxy(int port) {
    this.port = port;
    try {
      entrance = new ServerSocket(0, 50, HERE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread porter = new Thread(this::accept, "proxy");
    porter.setDaemon(true);
    porter.start();
  }

  int port() {
    return entrance.getLocalPort();
  }

  /**
   * The server hears, and its answers are lost, until it is {@link #open opened} or {@link #cut}.
   */
  void loseAnswers() {
    set(Line.ONE_WAY);
  }

  /** Bytes of answers that were lost on the connections that stand. */
  synchronized long lost() {
    return links.stream().mapToLong(Link::lost).sum();
  }

  /** Connections stay, and nothing passes, until it is {@link #open opened} or {@link #cut}. */
  void still() {
    set(Line.STILL);
  }

  /** The same for the connections that stand now; new ones are free. */
  synchronized void stillWhatStands() {
    still();
    line = Line.OPEN;
  }

  /** What was held is passed on. */
  void open() {
    set(Line.OPEN);
  }

  /** Closes all connections; new ones are free. */
  synchronized void cut() {
    links.forEach(Link::cut);
    links.clear();
    line = Line.OPEN;
  }

  private synchronized void set(Line line) {
    this.line = line;
    links.forEach(link -> link.set(line));
  }

  private void accept() {
    while (true) {
      try {
        join(entrance.accept());
      } catch (IOException closed) {
        return;
      }
    }
  }

  /** Where nobody listens the client is sent away. */
  private synchronized void join(Socket client) throws IOException {
    try {
      Link link = new Link(client, new Socket(HERE, port));
      links.removeIf(Link::isCut);
      links.add(link);
      link.set(line);
      link.begin();
    } catch (IOException itIsAway) {
      client.close();
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
