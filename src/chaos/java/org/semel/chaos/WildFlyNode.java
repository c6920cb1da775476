// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.semel.chaos.Options.Broker;
import org.semel.chaos.Options.Recovery;
import org.semel.estate.WildFly;

/** A WildFly. Its transactions bear its name, and each decision has a file of its own. */
record WildFlyNode(WildFly server, Armed armed) implements Node {

  /** The rules' code is seen by every module. */
  private static final String SEEN_BY_ALL =
      "-Djboss.modules.system.pkgs=org.jboss.byteman,org.semel.chaos.agent";

  /**
   * Puts the rules into a server that is not started yet.
   *
   * @param directory for the rules, and for what arms them
   */
  static WildFlyNode over(WildFly server, Path directory) {
    Armed armed = new Armed(directory.resolve("windows"));
    server
        .withMachine(SOON_UP)
        .withMachine(Rules.options(directory, armed.directory(), NarayanaRules.ALL))
        .withMachine(List.of(SEEN_BY_ALL));
    return new WildFlyNode(server, armed);
  }

  static WildFlyNode prepare(Path directory, Options.Stage stage, Shared shared) {
    WildFly server = server(directory, stage, shared);
    if (stage.recovery() == Recovery.DEFAULTS) {
      forgetRecoverySettings(server.configuration());
    }
    return over(server, directory);
  }

  private static WildFly server(Path directory, Options.Stage stage, Shared shared) {
    if (stage.broker() == Broker.EMBEDDED) {
      return new WildFly(directory, shared.postgres());
    }
    return WildFly.withRemoteBroker(directory, shared.postgres(), shared.broker())
        .withOption("-Dsemel.consumer.reservations.dead-letter-address=DLQ");
  }

  private static void forgetRecoverySettings(Path configuration) {
    try {
      List<String> lines = Files.readAllLines(configuration);
      Files.write(
          configuration,
          lines.stream().filter(line -> !line.contains("EnvironmentBean.")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return server.node();
  }

  @Override
  public Set<String> records() {
    return TransactionLog.records(server.objectStore());
  }

  @Override
  public Set<String> putBack() {
    return TransactionLog.putBack(server.objectStore());
  }

  /** See {@link TransactionLog#notes}. */
  @Override
  public int notes() {
    return TransactionLog.notes(server.objectStore()).size();
  }

  @Override
  public int cutOff() {
    return TransactionLog.cutOff(server.objectStore()).size();
  }

  @Override
  public String logTold() {
    return TransactionLog.told(server.objectStore()).toString();
  }

  @Override
  public boolean hasBegunInBroker(String globalId) {
    return globalId.endsWith(
        HexFormat.of().formatHex(server.node().getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void awaitStart() {
    server.awaitStart();
    if (server.output().contains("WFLYSRV0026")) {
      throw new IllegalStateException("the example does not start; see " + server.log());
    }
  }
}
