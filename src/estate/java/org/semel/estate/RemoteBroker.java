// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A configured server once more, made to work with a broker outside by running {@code
 * server-config/wildfly/remote-broker.cli} over its configuration. Done once for all servers of a
 * build, and again when the script or what it is run against changes.
 */
final class RemoteBroker {

  static final Path SCRIPT = Path.of("server-config/wildfly/remote-broker.cli").toAbsolutePath();

  private RemoteBroker() {}

  /** A base directory to be copied, without data. */
  static Path base(WildFlyHome home) {
    Path base = home.path().resolve("standalone.remote");
    WildFlyHome.alone(() -> prepare(home, base));
    return base;
  }

  private static void prepare(WildFlyHome home, Path base) throws IOException {
    Path marker = home.path().resolve("configured-for-remote-broker");
    String wanted = home.state() + Files.readString(SCRIPT);
    if (!Files.exists(marker) || !Files.readString(marker).equals(wanted)) {
      Folders.delete(base);
      Folders.copy(home.path().resolve("standalone"), base);
      home.offline(base, SCRIPT);
      List.of("data", "log", "tmp").forEach(part -> Folders.delete(base.resolve(part)));
      Files.writeString(marker, wanted);
    }
  }
}
