// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Arms the windows of another virtual machine; the other side of {@code agent.Windows}. */
final class Armed {

  private static final String HELD = "held-";
  private static final String HALTED = "halted";

  private final Path directory;
  private final Set<String> windows = ConcurrentHashMap.newKeySet();

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
    armOnly(window, "halt " + skip);
  }

  /** A thread stands still in this window, until {@link #release}. */
  void hold(String window, int skip) {
    armOnly(window, "hold " + skip);
  }

  /** Another thread in this one, and whoever is held elsewhere stays there. */
  void holdToo(String window) {
    arm(window, "hold 0");
  }

  /** Whether a thread stands still in each of the windows that are armed now. */
  boolean isHeld() {
    return !windows.isEmpty() && windows.stream().allMatch(this::isHeldIn);
  }

  private boolean isHeldIn(String window) {
    return Files.exists(directory.resolve(HELD + window));
  }

  /** Whether the machine has died in the window that was armed last, and of nothing else. */
  boolean hasHalted() {
    try {
      return windows.contains(Files.readString(directory.resolve(HALTED)));
    } catch (IOException thereIsNone) {
      return false;
    }
  }

  /** What an earlier window has left behind says nothing about the next one. */
  void forgetMarks() {
    delete(name -> name.equals(HALTED) || name.startsWith(HELD));
  }

  /** Lets go whoever is held, and disarms everything. */
  void release() {
    windows.clear();
    delete(name -> true);
  }

  private void delete(Predicate<String> which) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(one -> which.test(one.getFileName().toString())).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void armOnly(String window, String order) {
    forgetMarks();
    windows.clear();
    arm(window, order);
  }

  private void arm(String window, String order) {
    windows.add(window);
    try {
      Path draft = directory.resolve("draft-of-" + window);
      Files.writeString(draft, order);
      Files.move(draft, directory.resolve(window), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
