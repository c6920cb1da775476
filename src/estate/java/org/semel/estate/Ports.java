// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Ports that nobody listens on. Each is reserved by a locked file, as another test machine could
 * take it before its server listens; the lock ends with this process.
 */
public final class Ports {

  /** Those that a WildFly opens, before its offset. */
  private static final int[] WILDFLY = {8080, 8443, 9990, 4712, 4713, 3528, 3529};

  /** By then a server listens on the oldest one, or nobody will. */
  private static final int MOST_RESERVED = 400;

  private static final Path RESERVATIONS =
      Path.of(
          System.getProperty("java.io.tmpdir"), "semel-ports-" + System.getProperty("user.name"));

  /** In the order in which they were reserved. */
  private static final Map<Integer, FileChannel> RESERVED = new LinkedHashMap<>();

  private Ports() {}

  /**
   * One below those that the kernel gives to outgoing connections (32,768 and up on Linux), which
   * could take it before its server does.
   */
  public static int free() {
    return free(30_000, 32_768, IntStream::of);
  }

  /** An offset at which all of a WildFly's ports are free. */
  static int offset() {
    return free(100, 20_000, offset -> IntStream.of(WILDFLY).map(port -> port + offset));
  }

  private static int free(int least, int beyond, IntFunction<IntStream> ports) {
    return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(least, beyond))
        .filter(choice -> ports.apply(choice).allMatch(Ports::reserve))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns false if another process has reserved the port, if this one has, or if somebody listens
   * on it.
   */
  static synchronized boolean reserve(int port) {
    if (RESERVED.containsKey(port)) {
      return false; // to open and to close its file would end the lock, too
    }
    FileChannel file = open(port);
    if (!isLocked(file) || !isFree(port)) {
      end(file);
      return false;
    }
    RESERVED.put(port, file);
    if (RESERVED.size() > MOST_RESERVED) {
      end(RESERVED.remove(RESERVED.keySet().iterator().next()));
    }
    return true;
  }

  private static boolean isLocked(FileChannel file) {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("No port can be reserved in " + RESERVATIONS, e);
    }
  }

  private static FileChannel open(int port) {
    try {
      Files.createDirectories(RESERVATIONS);
      return FileChannel.open(
          RESERVATIONS.resolve(String.valueOf(port)),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("No port can be reserved in " + RESERVATIONS, e);
    }
  }

  private static void end(FileChannel reservation) {
    try {
      reservation.close();
    } catch (IOException e) {
      throw new UncheckedIOException("A port stays reserved", e);
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
