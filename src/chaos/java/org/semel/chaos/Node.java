// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.chaos.Options.Broker;
import org.semel.chaos.Options.Receive;
import org.semel.chaos.Options.Recovery;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.WildFly;

/** A WildFly with the example, and the windows that can be armed in it. */
record Node(WildFly server, Armed armed) {

  /** A server that dies as soon as it is up has nothing of code that is compiled well. */
  static final List<String> SOON_UP = List.of("-XX:TieredStopAtLevel=1");

  /** What several servers share. */
  record Shared(Postgres postgres, Artemis broker, ConfirmationProvider provider) {}

  /**
   * One that is not started yet.
   *
   * @param directory its own
   */
  static Node prepare(Path directory, Options.Stage stage, Shared shared) {
    Node node = new Node(server(directory, stage, shared), new Armed(directory.resolve("windows")));
    node.server.withOption("-Dconfirmation.url=" + shared.provider().url());
    if (stage.receive() == Receive.MANAGED) {
      node.server.withOption("-Dsemel.consumer.reservations.receive=managed");
      node.server.withOption("-Dsemel.consumer.reservations.connection-factory=java:/jms/semelXA");
    }
    if (stage.recovery() == Recovery.DEFAULTS) {
      forgetRecoverySettings(node.server.configuration());
    }
    node.server.withMachine(SOON_UP);
    node.server.withMachine(Rules.options(directory, node.armed.directory()));
    node.server.with(ExampleWar.build());
    return node;
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

  /** What its transaction manager has decided and not seen to its end. */
  Set<String> records() {
    return TransactionLog.records(server.objectStore());
  }

  /** See {@link TransactionLog#notes}. */
  int notes() {
    return TransactionLog.notes(server.objectStore()).size();
  }

  /** Whether a transaction that the broker names so is of this server. */
  boolean hasBegunInBroker(String globalId) {
    return globalId.endsWith(HexFormat.of().formatHex(name()));
  }

  /** The same, as the driver names it in the database: format, global id, branch. */
  boolean hasBegunInDatabase(String gid) {
    return hasBegunInBroker(globalId(gid));
  }

  /** What the broker calls the transaction that the database calls so. */
  static String globalId(String gid) {
    return HexFormat.of().formatHex(Base64.getMimeDecoder().decode(gid.split("_", -1)[1]));
  }

  /** Attempts of messages that it has counted, all its lives through; each has a file. */
  List<String> failedAttempts() {
    return said(Code.HANDLING_FAILED.toString());
  }

  /** The lines with these words, all its lives through. */
  List<String> said(String words) {
    try (Stream<Path> files = Files.list(server.log().getParent())) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .flatMap(Node::lines)
          .filter(line -> line.contains(words))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] name() {
    return server.node().getBytes(StandardCharsets.UTF_8);
  }

  /** Waits until it has booted, with the example. */
  void awaitStart() {
    server.awaitStart();
    if (server.output().contains("WFLYSRV0026")) {
      throw new IllegalStateException("the example does not start; see " + server.log());
    }
  }
}
