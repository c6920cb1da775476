// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.semel.estate.AppServer;
import org.semel.estate.Artemis;
import org.semel.estate.BrokerView;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Liberty;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.estate.Site;
import org.semel.estate.WildFly;

/**
 * Database, provider, broker and server with the example, started once for all tests that leave
 * them standing; one of each kind of server.
 */
final class SharedEstate {

  private static final Map<ServerKind, SharedEstate> SHARED = new EnumMap<>(ServerKind.class);

  final Postgres postgres;
  final ConfirmationProvider provider = new ConfirmationProvider();
  private Site site;

  private SharedEstate(ServerKind kind) {
    Path directory = directory("estate-" + kind + "-");
    postgres = Postgres.start(directory);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    ExampleTables.createIn(postgres);
    site = kind.site(directory, postgres);
    site.server()
        .withOption("-Dconfirmation.url=" + provider.url())
        .withOption("-Dreceipt.url=" + provider.url())
        .withOption("-Dsemel.console=on")
        .with(ExampleWar.build());
    site.start();
  }

  static synchronized SharedEstate of(ServerKind kind) {
    return SHARED.computeIfAbsent(kind, SharedEstate::new);
  }

  AppServer server() {
    return site.server();
  }

  BrokerView broker() {
    return site.broker();
  }

  Producer producer(String queue) {
    return site.producer(queue);
  }

  /** The server of the estate that has a WildFly, with what only that has. */
  WildFly wildFly() {
    return (WildFly) site.server();
  }

  /** The server of the estate that has a Liberty, with what only that has. */
  Liberty liberty() {
    return (Liberty) site.server();
  }

  /** The broker of the estate that has a Liberty. */
  Artemis artemis() {
    return (Artemis) site.broker();
  }

  static Path directory(String prefix) {
    try {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() {
    if (site != null) {
      site.close();
    }
    postgres.close();
    provider.close();
  }
}
