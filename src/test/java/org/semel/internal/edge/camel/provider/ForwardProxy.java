// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy of HTTP: it passes on what comes in plain, and makes a tunnel for all else. */
final class ForwardProxy implements AutoCloseable {

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Optional<Integer> refuses;

  /**
   * Serves at once.
   *
   * @param refuses the status with which it answers all requests, if it serves none
   */
  ForwardProxy(Optional<Integer> refuses) throws IOException {
    this.refuses = refuses;
    threads.execute(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    try {
      while (true) {
        Socket client = socket.accept();
        threads.execute(() -> serve(client));
      }
    } catch (IOException e) {
      // it is closed
    }
  }

  private void serve(Socket client) {
    try (client) {
      byte[] head = head(client.getInputStream());
      if (refuses.isPresent()) {
        answer(client, refuses.get());
        return;
      }
      String[] request = new String(head, ISO_8859_1).split(" ", 3);
      boolean tunnel = request[0].equals("CONNECT");
      URI provider = URI.create(tunnel ? "https://" + request[1] : request[1]);
      try (Socket behind = new Socket(provider.getHost(), provider.getPort())) {
        if (tunnel) {
          answer(client, 200);
        } else {
          behind.getOutputStream().write(head);
        }
        pass(client, behind);
      }
    } catch (IOException e) {
      // one of the two has gone, or the provider was never there
    }
  }

  private void pass(Socket client, Socket provider) throws IOException {
    threads.execute(
        () -> {
          try (provider) {
            client.getInputStream().transferTo(provider.getOutputStream());
          } catch (IOException e) {
            // one of the two has gone
          }
        });
    provider.getInputStream().transferTo(client.getOutputStream());
  }

  private static void answer(Socket client, int status) throws IOException {
    String length = status == 200 ? "" : "Content-Length: 0\r\n";
    client
        .getOutputStream()
        .write("HTTP/1.1 %d x\r\n%s\r\n".formatted(status, length).getBytes(ISO_8859_1));
  }

  /** With its blank line. */
  private static byte[] head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0) {
      head.write(next);
      if (head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        break;
      }
      next = in.read();
    }
    return head.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
