// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The classes of a server as the virtual machine has them once it has read and verified them. Each
 * further server maps them into its memory, which spares it a third of its start. Making it takes
 * as long as two starts spare: only where {@code -Dsemel.archive=on} says that many will follow.
 *
 * @param file which holds it; another Java has another, and one that is not there is no fault
 */
record ClassArchive(Path file) {

  private static final boolean WANTED = System.getProperty("semel.archive", "").equals("on");

  /** Of the server that lives there. */
  static ClassArchive of(Path home) {
    String name = home.getFileName() + "-java-" + ServerJava.version() + ".jsa";
    return new ClassArchive(Path.of("target").toAbsolutePath().resolve(name));
  }

  /** Whether a server that is about to start and to stop in order shall make it. */
  boolean isToBeMade() {
    return WANTED && !Files.exists(file);
  }

  /** Options of a virtual machine that makes it when it ends. */
  List<String> making() {
    return List.of(
        "-XX:ArchiveClassesAtExit=" + unfinished(),
        "-Xlog:cds=off",
        "-Xlog:cds+dynamic=off"); // two thousand lines on what cannot be in it
  }

  /** What was made is whole. */
  void keep() throws IOException {
    if (Files.exists(unfinished())) {
      Files.move(unfinished(), file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Options of a virtual machine that shall start from it, if it is there. */
  List<String> using() {
    return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
  }

  private Path unfinished() {
    return file.resolveSibling(file.getFileName() + ".part");
  }
}
