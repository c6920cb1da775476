// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Arms the windows of another virtual machine; the other side of {@code agent.Windows}. */
final class Armed {

  private static final String HELD = "held";
  private static final String HALTED = "halted";

  private final Path directory;
  private volatile String window = "";

  Armed(Path directory) {
    this.directory = directory;
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path directory() {
    return directory;
  }

  /** The machine dies in this window, after {@code skip} threads have passed it unharmed. */
  void halt(String window, int skip) {
    write(window, "halt " + skip);
  }

  /** A thread stands still in this window, until {@link #release}. */
  void hold(String window, int skip) {
    write(window, "hold " + skip);
  }

  /** Whether a thread stands still in the window that was armed last, and in no other. */
  boolean isHeld() {
    return isMarked(HELD);
  }

  /** Whether the machine has died in the window that was armed last, and of nothing else. */
  boolean hasHalted() {
    return isMarked(HALTED);
  }

  /** What an earlier window has left behind says nothing about the next one. */
  void forgetMarks() {
    try {
      Files.deleteIfExists(directory.resolve(HELD));
      Files.deleteIfExists(directory.resolve(HALTED));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isMarked(String mark) {
    try {
      return !window.isEmpty() && Files.readString(directory.resolve(mark)).equals(window);
    } catch (IOException thereIsNone) {
      return false;
    }
  }

  /** Lets go whoever is held, and disarms everything. */
  void release() {
    window = "";
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String window, String order) {
    forgetMarks();
    this.window = window;
    try {
      Path draft = directory.resolve("draft-of-" + window);
      Files.writeString(draft, order);
      Files.move(draft, directory.resolve(window), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
