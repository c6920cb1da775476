// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.estate.Jvm;
import org.semel.message.ParkingReason;

/**
 * A character that JSON escapes takes six: what a map would become is known before it is written.
 * Shown in a virtual machine whose heap has no room for it.
 */
class EscapedBodyTest {

  @Test
  void aMapThatEscapesWouldMakeTooLargeIsRefusedBeforeItIsWritten(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path log = folder.resolve("said");
    List<String> small = List.of("-Xmx96m", "-XX:+UseSerialGC");
    Process process = Jvm.start(Escaping.class, small, List.of(), log);
    int status = process.waitFor();
    assertThat(status).as(Files.readString(log)).isZero();
  }

  /** Reads an entry of as many control characters as a body may have bytes. */
  static final class Escaping {

    private static final int LARGEST = 32 << 20;

    private Escaping() {}

    public static void main(String[] arguments) {
      FormedBody map = new FormedBody(LARGEST);
      map.put("first", "kept");
      map.put("second", "\u0001".repeat(LARGEST));
      BodyRead read = map.map();
      if (!map.isRefused()
          || !read.refusal().orElseThrow().reason().equals(ParkingReason.BODY_TOO_LARGE)
          || !new String(read.body().bytes(), UTF_8).contains("kept")) {
        throw new IllegalStateException(read.refusal().toString());
      }
    }
  }
}
