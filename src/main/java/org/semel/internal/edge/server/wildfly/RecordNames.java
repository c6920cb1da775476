// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of the records of one kind below a folder, while files come and go there. An empty file
 * is none: its server was killed as it wrote it, and recovery rolls back what is prepared. The file
 * stays.
 */
final class RecordNames extends SimpleFileVisitor<Path> {

  private final String kind;
  private final Set<String> names = new HashSet<>();

  private RecordNames(String kind) {
    this.kind = kind;
  }

  /**
   * Those that are there.
   *
   * @param kind the folder in which they lie
   * @throws IOException if it cannot be read for another reason than that something is gone
   */
  static RecordNames below(Path folder, String kind, int depth) throws IOException {
    RecordNames found = new RecordNames(kind);
    Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), depth, found);
    return found;
  }

  Set<String> names() {
    return names;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    String name = file.getFileName().toString();
    if (attributes.size() > 0 && file.endsWith(Path.of(kind, name))) {
      names.add(name);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE; // its transaction has ended meanwhile
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
      throws IOException {
    if (failure == null || failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }
}
