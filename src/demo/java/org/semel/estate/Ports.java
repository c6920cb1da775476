// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Ports that nobody listens on. */
public final class Ports {

  /** Those that a WildFly opens, before its offset. */
  private static final int[] WILDFLY = {8080, 8443, 9990, 4712, 4713, 3528, 3529};

  private Ports() {}

  /**
   * One below those that the kernel gives to outgoing connections (32,768 and up on Linux), which
   * could take it before its server does.
   */
  public static int free() {
    return free(30_000, 32_768, Ports::isFree);
  }

  /** An offset at which all of a WildFly's ports are free. */
  static int offset() {
    return free(
        100, 20_000, offset -> IntStream.of(WILDFLY).allMatch(port -> isFree(port + offset)));
  }

  private static int free(int least, int beyond, IntPredicate isFree) {
    return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(least, beyond))
        .filter(isFree)
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
