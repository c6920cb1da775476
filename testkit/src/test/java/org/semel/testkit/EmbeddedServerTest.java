// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EmbeddedServerTest {

  /** A thread of the dead machine may get one while its sessions are being ended. */
  @Test
  void aSessionThatBeginsBehindADeathEndsWithIt() throws Exception {
    EmbeddedServer server = EmbeddedServer.shared();
    String database = server.database(List.of());
    server.forget(Set.of());
    try (Connection late =
        DriverManager.getConnection(
            server.url(database), EmbeddedServer.ROLE, EmbeddedServer.PASSWORD)) {
      assertThat(late.isValid(10)).isTrue();
      server.awaitGone(database);
      assertThat(late.isValid(10)).isFalse();
    }
  }
}
