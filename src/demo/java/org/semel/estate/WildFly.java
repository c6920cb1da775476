// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;

/**
 * A WildFly of its own data, configured by the user's script, that can be started, stopped, killed
 * and started again.
 */
public final class WildFly implements AutoCloseable {

  private final WildFlyHome home;
  private final Path directory;
  private final Path base;
  private final List<String> options;
  private WildFlyProcess process;
  private int offset = Ports.offset();

  /**
   * A server that uses this database.
   *
   * @param directory for its data and its logs
   * @param options further system properties, as the command line has them
   */
  public WildFly(Path directory, Postgres postgres, String... options) {
    this.home = WildFlyHome.configured();
    this.directory = directory;
    this.base = home.base(directory);
    this.options =
        Stream.concat(Stream.of("-Dsemel.server.db.port=" + postgres.port()), Stream.of(options))
            .toList();
  }

  /** Puts an application where the server finds it when it starts. */
  public WildFly with(Archive<?> archive) {
    archive
        .as(ZipExporter.class)
        .exportTo(base.resolve("deployments").resolve(archive.getName()).toFile(), true);
    return this;
  }

  /** Starts it and waits until it has booted. */
  public WildFly start() {
    begin();
    awaitStart();
    return this;
  }

  /** Starts it and does not wait. */
  public void begin() {
    process = WildFlyProcess.start(home.path(), base, directory, options, offset);
  }

  public void awaitStart() {
    process.awaitStart();
  }

  public void kill() {
    process.kill();
  }

  public void stop() {
    process.stop();
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  public int httpPort() {
    return 8080 + offset;
  }

  public Management management() {
    return new Management(9990 + offset);
  }

  /** The output of the latest run. */
  public String output() {
    return process.output();
  }

  /** Where that output is, for people. */
  public Path log() {
    return process.log();
  }

  /** Runs a script of the command line interface against it. */
  public void cli(Path script) {
    home.cli(9990 + offset, directory, "--file=" + script.toAbsolutePath());
  }

  public Path configuration() {
    return base.resolve("configuration/standalone-full.xml");
  }

  @Override
  public void close() {
    if (isAlive()) {
      process.stop();
    }
  }
}
