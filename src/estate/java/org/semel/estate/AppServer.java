// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jboss.shrinkwrap.api.Archive;

/**
 * An application server of its own data, configured by the files under {@code server-config}: what
 * demo and tests ask of it, whoever has made it. Can be started, stopped, killed and started again.
 */
public interface AppServer extends AutoCloseable {

  /** Puts an application where the server finds it when it starts. */
  AppServer with(Archive<?> archive);

  /** A further setting, {@code -Dname=value}, from its next start on. */
  AppServer withOption(String option);

  /** Starts its virtual machine with these options, from its next start on. */
  AppServer withMachine(List<String> options);

  /** Starts it and waits until it is up, with whatever result its applications have. */
  default AppServer start() {
    begin();
    awaitStart();
    return this;
  }

  /** Starts it and does not wait. */
  void begin();

  /**
   * Waits until it is up.
   *
   * @throws IllegalStateException if it has ended instead
   */
  void awaitStart();

  /**
   * Puts an application into the running server and waits until it has started.
   *
   * @throws IllegalStateException with the server's own words if it has not
   */
  void deploy(Archive<?> archive);

  /** Ends an application, by its archive's name; when this returns, it has stopped. */
  void undeploy(String archive);

  /** Lets it take no new work in, as an operator would; what is in hand ends. */
  void suspend();

  /** Lets it go on. */
  void resume();

  /** As an operator would: its applications stop. */
  void stop();

  /** As a crash of the process would: kill -9. */
  void kill();

  /** Waits until it has ended by itself; false if it has not within {@code patience}. */
  boolean awaitEnd(Duration patience);

  boolean isAlive();

  /** The operating system's view of its virtual machine. */
  ProcessHandle handle();

  int httpPort();

  /** The output of the latest run. */
  String output();

  /** Where that output is, for people. */
  Path log();

  /**
   * How many transactions its transaction manager has decided to commit and not ended, to be read
   * while it is dead; empty where the log cannot be read from outside.
   */
  OptionalInt decided();

  @Override
  void close();
}
