// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jboss.jandex.Indexer;
import org.jboss.jandex.JarIndexer;

/**
 * Jars with the index of their annotations inside. A server that finds none makes one for each
 * application that has the jar, which was a quarter of what a WildFly did until it had started.
 */
final class IndexedJars {

  private static final Path INDEXED = Path.of("target/indexed");

  private IndexedJars() {}

  /** The same jars; an index is made once for all builds of applications. */
  static File[] of(File... jars) {
    return Stream.of(jars).map(File::toPath).map(IndexedJars::indexed).toArray(File[]::new);
  }

  private static File indexed(Path jar) {
    try {
      Path indexed = Files.createDirectories(INDEXED).resolve(jar.getFileName());
      if (!Files.exists(indexed) || changed(indexed) < changed(jar)) {
        index(jar, indexed);
      }
      return indexed.toFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long changed(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toMillis();
  }

  /** Another build beside this one may make the same. */
  private static void index(Path jar, Path indexed) throws IOException {
    Path draft = Files.createTempDirectory(INDEXED, "draft").resolve(jar.getFileName());
    Files.copy(jar, draft);
    JarIndexer.createJarIndex(draft.toFile(), new Indexer(), true, false, false);
    Files.move(draft, indexed, ATOMIC_MOVE);
    Files.delete(draft.getParent());
  }
}
