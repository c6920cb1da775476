// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports that nobody listens on. */
final class Ports {

  /** Those that a WildFly opens, before its offset. */
  private static final int[] WILDFLY = {8080, 8443, 9990, 4712, 4713, 3528, 3529};

  private Ports() {}

  static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An offset at which all of a WildFly's ports are free. */
  static int offset() {
    return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(100, 20_000))
        .filter(offset -> IntStream.of(WILDFLY).allMatch(port -> isFree(port + offset)))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
