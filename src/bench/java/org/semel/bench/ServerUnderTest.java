// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.nio.file.Path;
import java.util.List;
import org.semel.estate.AppServer;
import org.semel.estate.BrokerView;
import org.semel.estate.Postgres;
import org.semel.estate.ServerKind;

/**
 * A server with its broker as the benchmark needs it: room for all variants, {@link BenchWar}
 * deployed, no receiver started. What each kind of server does in its own way.
 */
interface ServerUnderTest extends AutoCloseable {

  /** From which all variants receive. */
  String QUEUE = "bench";

  /** What the start asks for; one variant runs at a time, and opens as many as it needs. */
  int ALL_VARIANTS_AT_ONCE = 800;

  /** One that is not started yet. */
  static ServerUnderTest of(ServerKind kind, Path directory, Postgres postgres) {
    return switch (kind) {
      case WILDFLY -> new WildFlyUnderTest(directory, postgres);
      case LIBERTY -> new LibertyUnderTest(directory, postgres);
    };
  }

  AppServer appServer();

  BrokerView broker();

  /** Starts server and broker, and deploys. */
  void start();

  /** Lets the message-driven bean receive. */
  void startBean();

  /** Lets it receive no more. */
  void stopBean();

  /** Of server and broker. */
  List<ProcessHandle> processes();

  /** How the broker writes to disk, in words. */
  String journal();

  /** How the transaction manager does, in words. */
  String transactionLog();

  @Override
  void close();
}
