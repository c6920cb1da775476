// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.util.List;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;

/** The servers that the command line asks for, as {@code -Dsemel.server=wildfly,liberty}. */
final class AskedServers {

  private AskedServers() {}

  static List<ServerKind> all() {
    return asked(ServerKind.values());
  }

  /** For what takes long, and can differ little between them. */
  static List<ServerKind> oneUnlessAsked() {
    return asked(ServerKind.WILDFLY);
  }

  private static List<ServerKind> asked(ServerKind... otherwise) {
    String asked = System.getProperty("semel.server", "");
    return asked.isBlank()
        ? List.of(otherwise)
        : Stream.of(asked.split(",")).map(ServerKind::named).toList();
  }
}
