// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.util.List;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;

/** The servers that the command line asks for, as {@code -Dsemel.server=wildfly,liberty}. */
final class AskedServers {

  private AskedServers() {}

  static List<ServerKind> all() {
    String asked = System.getProperty("semel.server", "");
    return asked.isBlank()
        ? List.of(ServerKind.values())
        : Stream.of(asked.split(",")).map(ServerKind::named).toList();
  }
}
