// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker in a process of its own starts whole, or says that it does not. */
class ArtemisTest {

  @Test
  void aBrokerWhosePortIsTakenDoesNotStart(@TempDir Path directory) throws Exception {
    try (Artemis artemis = new Artemis(directory, List.of());
        ServerSocket taken =
            new ServerSocket(artemis.port(), 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertThatThrownBy(artemis::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Artemis has ended");
    }
  }
}
