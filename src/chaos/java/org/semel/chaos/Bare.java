// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.semel.chaos.small.EmptyServer;
import org.semel.estate.Jvm;
import org.semel.xa.PostgresXADataSource;

/** What is on the class path of a server without its application. */
final class Bare {

  private Bare() {}

  /** All that is there, less the product, but with what lies beside the database's driver. */
  static String classPath(Path directory) {
    Path beside = directory.resolve("beside-the-driver.jar");
    JavaArchive jar =
        ShrinkWrap.create(JavaArchive.class)
            .addPackage(PostgresXADataSource.class.getPackage())
            .addPackage(EmptyServer.class.getPackage());
    jar.as(ZipExporter.class).exportTo(beside.toFile(), true);
    Set<Path> ours =
        Stream.of(PostgresXADataSource.class, Jvm.class, EmptyServer.class)
            .map(Jvm::home)
            .collect(Collectors.toSet());
    return Stream.concat(
            Stream.of(beside.toString()),
            Arrays.stream(Jvm.classPath().split(File.pathSeparator, -1))
                .filter(entry -> !ours.contains(Path.of(entry).toAbsolutePath().normalize())))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
