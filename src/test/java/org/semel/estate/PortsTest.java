// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No two servers of the tests are given one port, before either of them listens on it. */
class PortsTest {

  @Test
  void aPortIsGivenOutOnce() {
    assertThat(Ports.reserve(Ports.free())).isFalse();
  }

  @Test
  void anotherProcessCannotReserveIt(@TempDir Path directory) throws Exception {
    assertThat(asAnotherProcessHasIt(Ports.free(), directory)).isEqualTo("false");
  }

  /** What {@link Ports#reserve} answers another process. */
  private static String asAnotherProcessHasIt(int port, Path directory) throws Exception {
    Path log = directory.resolve("another.log");
    List<String> arguments = List.of(String.valueOf(port));
    assertThat(Jvm.start(Another.class, List.of(), arguments, log).waitFor()).isZero();
    return Files.readString(log).strip();
  }

  static final class Another {

    private Another() {}

    public static void main(String[] arguments) {
      System.out.println(Ports.reserve(Integer.parseInt(arguments[0])));
    }
  }
}
