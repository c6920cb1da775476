// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands before the database and counts round trips: each time an answer follows what was asked,
 * however much was asked together.
 */
final class Turns implements AutoCloseable {

  private static final int CHUNK = 65_536;

  private final ServerSocket door;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong count = new AtomicLong();

  Turns() {
    try {
      door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stands before {@code port} from now on. Returns the port to speak to instead. */
  int before(int port) {
    threads.execute(() -> admit(port));
    return door.getLocalPort();
  }

  long count() {
    return count.get();
  }

  private void admit(int port) {
    try {
      while (!door.isClosed()) {
        Socket client = door.accept();
        Socket database = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
        AtomicBoolean asked = new AtomicBoolean();
        threads.execute(() -> copy(client, database, () -> asked.set(true)));
        threads.execute(() -> copy(database, client, () -> answered(asked)));
      }
    } catch (IOException closed) {
      threads.shutdown();
    }
  }

  private void answered(AtomicBoolean asked) {
    if (asked.getAndSet(false)) {
      count.incrementAndGet();
    }
  }

  private static void copy(Socket from, Socket to, Runnable passing) {
    byte[] chunk = new byte[CHUNK];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        passing.run();
        out.write(chunk, 0, read);
      }
    } catch (IOException ended) {
      // either side may hang up; the other learns it by being closed
      return;
    }
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
