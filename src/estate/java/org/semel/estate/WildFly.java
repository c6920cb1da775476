// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.jboss.shrinkwrap.api.Archive;

/**
 * A WildFly of its own data, configured by the user's script, that can be started, stopped, killed
 * and started again.
 */
public final class WildFly implements AppServer {

  private final WildFlyHome home;
  private final Path directory;
  private final Path base;
  private final WildFlyDeployments deployments;
  private final List<String> options = new ArrayList<>();
  private final List<String> machine = new ArrayList<>();
  private WildFlyProcess process;
  private int offset = Ports.offset();

  /**
   * A server that uses this database.
   *
   * @param directory for its data and its logs
   * @param options further system properties, as the command line has them
   */
  public WildFly(Path directory, Postgres postgres, String... options) {
    this(directory, postgres, WildFlyHome::base);
    this.options.addAll(List.of(options));
  }

  private WildFly(
      Path directory, Postgres postgres, BiFunction<WildFlyHome, Path, Path> configuration) {
    this.home = WildFlyHome.configured();
    this.directory = directory;
    this.base = configuration.apply(home, directory);
    this.deployments = new WildFlyDeployments(base.resolve("deployments"));
    this.options.add("-Dsemel.server.db.port=" + postgres.port());
  }

  /** One that works with a broker in a process of its own, and not with the one inside it. */
  public static WildFly withRemoteBroker(Path directory, Postgres postgres, Artemis broker) {
    return new WildFly(directory, postgres, WildFlyHome::baseForRemoteBroker)
        .withOption("-Dsemel.server.broker.port=" + broker.port());
  }

  @Override
  public WildFly withOption(String option) {
    options.add(option);
    return this;
  }

  @Override
  public WildFly withMachine(List<String> options) {
    machine.addAll(options);
    return this;
  }

  @Override
  public WildFly with(Archive<?> archive) {
    deployments.put(archive);
    return this;
  }

  @Override
  public void deploy(Archive<?> archive) {
    deployments.deploy(archive);
  }

  @Override
  public void undeploy(String archive) {
    management().undeploy(archive);
  }

  @Override
  public WildFly start() {
    begin();
    awaitStart();
    return this;
  }

  @Override
  public void begin() {
    process =
        WildFlyProcess.start(
            new WildFlyProcess.Home(home.path(), base, directory), options, machine, offset);
  }

  @Override
  public void awaitStart() {
    process.awaitStart();
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public void stop() {
    process.stop();
  }

  @Override
  public boolean awaitEnd(Duration patience) {
    return process.awaitEnd(patience);
  }

  /** Of the virtual machine, not of the shell that has started it. */
  public long pid() {
    return process.pid();
  }

  /** Where the transaction manager keeps its log. */
  public Path objectStore() {
    return base.resolve("data/tx-object-store");
  }

  /** What it has on disk; to be read while it is dead. */
  public DeadServer remains() {
    return new DeadServer(base.resolve("data"));
  }

  @Override
  public OptionalInt decided() {
    return OptionalInt.of(remains().decided());
  }

  @Override
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  @Override
  public ProcessHandle handle() {
    return process.handle();
  }

  /** What the transaction manager calls itself; part of every transaction's name. */
  public String node() {
    return WildFlyProcess.node(offset);
  }

  @Override
  public int httpPort() {
    return 8080 + offset;
  }

  /** Of its management, and of its own health check, if it has one. */
  public int managementPort() {
    return 9990 + offset;
  }

  @Override
  public void suspend() {
    management().act("suspend");
  }

  @Override
  public void resume() {
    management().act("resume");
  }

  public Management management() {
    return new Management(managementPort());
  }

  @Override
  public String output() {
    return process.output();
  }

  @Override
  public Path log() {
    return process.log();
  }

  /** Runs a script of the command line interface against it. */
  public void cli(Path script) {
    home.cli(managementPort(), directory, "--file=" + script.toAbsolutePath());
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
