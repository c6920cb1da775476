// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider that does the same with each connection: it lets it stand open after each answer, as
 * HTTP/1.1 has it, unless its script says otherwise. Requests have a body of one character.
 */
final class ScriptedProvider implements AutoCloseable {

  final AtomicInteger connections = new AtomicInteger();
  final AtomicInteger requests = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  private final ServerSocket socket;
  private volatile Script script;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /**
   * What it does.
   *
   * @param reads whether it waits for a whole request, or hears the first byte only
   * @param says what it writes then
   * @param closes whether it closes the connection then, without a word of it
   */
  record Script(boolean reads, String says, boolean closes) {

    static Script answer(int status) {
      return new Script(
          true, "HTTP/1.1 %d x\r\nContent-Length: 0\r\n\r\n".formatted(status), false);
    }

    Script thenCloses() {
      return new Script(reads, says, true);
    }

    /** Says this, and never hears a request. */
    static Script hangUp(String says) {
      return new Script(false, says, true);
    }

    /** Reads a request, and says nothing. */
    static Script silent() {
      return new Script(true, "", false);
    }
  }

  /** Serves at once. */
  ScriptedProvider(ServerSocket socket, Script script) {
    this.socket = socket;
    this.script = script;
    threads.execute(this::serve);
  }

  /** Over plain TCP. */
  ScriptedProvider(Script script) throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
  }

  /** From the next request on. */
  void does(Script next) {
    script = next;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    try {
      while (true) {
        Socket connection = socket.accept();
        connections.incrementAndGet();
        threads.execute(() -> serve(connection));
      }
    } catch (IOException e) {
      // it is closed
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
      while (script.reads ? readRequest(in) : in.read() >= 0) {
        requests.incrementAndGet();
        connection.getOutputStream().write(script.says.getBytes(US_ASCII));
        if (script.closes) {
          break;
        }
      }
    } catch (IOException e) {
      // the client has gone, or a handshake has failed
    }
    closed.incrementAndGet();
  }

  private static boolean readRequest(BufferedReader in) throws IOException {
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      line = in.readLine();
    }
    return line != null && in.read() >= 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
