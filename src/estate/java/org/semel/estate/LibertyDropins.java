// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Files beside a Liberty's own configuration, which a running server notices when they come and
 * when they go.
 *
 * @param server its folder
 */
record LibertyDropins(Path server) {

  /** Puts one there, whole at once. */
  void put(String name, String xml) {
    try {
      Path half = server.resolve(name + ".xml.half");
      Files.writeString(half, xml);
      Path whole = path(name);
      Files.createDirectories(whole.getParent());
      Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes one away. */
  void remove(String name) {
    try {
      Files.delete(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path path(String name) {
    return server.resolve("configDropins/overrides").resolve(name + ".xml");
  }
}
