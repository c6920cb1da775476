// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import org.jboss.shrinkwrap.api.Archive;

/**
 * An Open Liberty of its own data, configured by the user's files, with its broker in a process of
 * its own. Can be started, stopped, killed and started again.
 */
public final class Liberty implements AppServer {

  private final LibertyHome home;
  private final Path directory;
  private final LibertyApplications applications;
  private final Properties options = new Properties();
  private final List<String> machine = new ArrayList<>();
  private final int httpPort = Ports.free();
  private LibertyProcess process;

  /**
   * A server that uses this database and this broker.
   *
   * @param directory for its data and its logs
   */
  public Liberty(Path directory, Postgres postgres, Artemis broker) {
    this.home = LibertyHome.assembled(directory);
    this.directory = directory;
    this.applications = new LibertyApplications(home.server());
    options.setProperty("http.port", String.valueOf(httpPort));
    options.setProperty("com.ibm.ws.logging.console.log.level", "INFO");
    options.setProperty("semel.server.db.port", String.valueOf(postgres.port()));
    options.setProperty("semel.server.db.password", Postgres.PASSWORD);
    options.setProperty("semel.server.broker.port", String.valueOf(broker.port()));
    options.setProperty("semel.server.broker.user", WildFlyHome.USER);
    options.setProperty("semel.server.broker.password", WildFlyHome.PASSWORD);
  }

  @Override
  public Liberty with(Archive<?> archive) {
    applications.put(archive);
    return this;
  }

  /** Adds to the configuration of the running server, and waits until it has taken that in. */
  public void configure(String name, String xml) {
    change(name, () -> new LibertyDropins(home.server()).put(name, xml));
  }

  /** Takes out again what was added. */
  public void reset(String name) {
    change(name, () -> new LibertyDropins(home.server()).remove(name));
  }

  private void change(String name, Runnable change) {
    int before = output().length();
    change.run();
    process.awaitOutput(
        "Liberty has taken in the change of " + name,
        output -> output.substring(before).contains("CWWKG0017I"));
  }

  /** Its folder. */
  public Path folder() {
    return home.server();
  }

  @Override
  public Liberty withOption(String option) {
    String[] nameAndValue = option.substring("-D".length()).split("=", 2);
    options.setProperty(nameAndValue[0], nameAndValue[1]);
    return this;
  }

  @Override
  public Liberty withMachine(List<String> options) {
    machine.addAll(options);
    return this;
  }

  /** Adds to its configuration, or overrides it; of a name that no application has. */
  public Liberty withConfiguration(String name, String serverXml) {
    home.override(name, serverXml);
    return this;
  }

  @Override
  public Liberty start() {
    begin();
    awaitStart();
    return this;
  }

  @Override
  public void begin() {
    home.configure(options, machine);
    process = LibertyProcess.start(home.product(), home.user(), directory);
  }

  /** Ready to run, with each application started or refused. */
  @Override
  public void awaitStart() {
    process.awaitOutput(
        "Liberty is up",
        output -> output.contains("CWWKF0011I") && applications.areSettled(output));
  }

  @Override
  public void deploy(Archive<?> archive) {
    int before = output().length();
    String name = archive.getName();
    applications.put(archive);
    process.awaitOutput(
        "Liberty has deployed or refused " + name,
        output -> LibertyApplications.isSettled(name, output.substring(before)));
    String since = output().substring(before);
    if (!LibertyApplications.isStarted(name, since)) {
      change(name, () -> applications.remove(name));
      throw new IllegalStateException(since);
    }
  }

  @Override
  public void undeploy(String archive) {
    int before = output().length();
    applications.remove(archive);
    process.awaitOutput(
        "Liberty has stopped " + archive,
        output -> LibertyApplications.isStopped(archive, output.substring(before)));
  }

  @Override
  public void suspend() {
    LibertyProcess.command(home.product(), home.user(), directory, "pause");
  }

  @Override
  public void resume() {
    LibertyProcess.command(home.product(), home.user(), directory, "resume");
  }

  @Override
  public void stop() {
    process.stop();
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public boolean awaitEnd(Duration patience) {
    return process.awaitEnd(patience);
  }

  @Override
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  @Override
  public ProcessHandle handle() {
    return process.handle();
  }

  @Override
  public int httpPort() {
    return httpPort;
  }

  @Override
  public String output() {
    return process.output();
  }

  @Override
  public Path log() {
    return process.log();
  }

  /** Where the transaction manager keeps its log, and that of the resources it has asked. */
  public Path transactionLog() {
    return home.server().resolve("tranlog");
  }

  /** Its log says so in no form that others are meant to read. */
  @Override
  public OptionalInt decided() {
    return OptionalInt.empty();
  }

  @Override
  public void close() {
    if (isAlive()) {
      process.stop();
    }
  }
}
