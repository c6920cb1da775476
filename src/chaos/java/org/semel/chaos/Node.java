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
import org.semel.chaos.Options.Receive;
import org.semel.estate.AppServer;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.ServerKind;

/**
 * A server with an application, and the windows that can be armed in it: what a campaign asks of
 * it, whoever has made it.
 */
interface Node {

  /** A server that dies as soon as it is up has nothing of code that is compiled well. */
  List<String> SOON_UP = List.of("-XX:TieredStopAtLevel=1");

  /** What several servers share. */
  record Shared(Postgres postgres, Artemis broker, ConfirmationProvider provider) {}

  /**
   * One with the example that is not started yet.
   *
   * @param directory its own
   */
  static Node prepare(ServerKind kind, Path directory, Options.Stage stage, Shared shared) {
    Node node =
        switch (kind) {
          case WILDFLY -> WildFlyNode.prepare(directory, stage, shared);
          case LIBERTY -> LibertyNode.prepare(directory, shared);
        };
    node.server().withOption("-Dconfirmation.url=" + shared.provider().url());
    if (stage.receive() == Receive.MANAGED) {
      node.server().withOption("-Dsemel.consumer.reservations.receive=managed");
      node.server().withOption("-Dsemel.consumer.reservations.connection-factory=jms/semelXA");
    }
    node.server().with(ExampleWar.build());
    return node;
  }

  AppServer server();

  Armed armed();

  /** What it is called in what is told. */
  String name();

  /** What its transaction manager has decided and not seen to its end. */
  Set<String> records();

  /** Puts back what its recovery has set aside; see {@link TransactionLog#putBack}. */
  Set<String> putBack();

  /**
   * Outcomes of single branches that nobody knows, of which its transaction manager keeps notes.
   */
  int notes();

  /** Records that were cut off as they were written; see {@link TransactionLog#cutOff}. */
  int cutOff();

  /** What is in its transaction manager's log, for whoever reads of a failure. */
  String logTold();

  /** Whether a transaction that the broker names so is of this server. */
  boolean hasBegunInBroker(String globalId);

  /**
   * Waits until it has started, with its application.
   *
   * @throws IllegalStateException if the application has not
   */
  void awaitStart();

  /** The same as {@link #hasBegunInBroker}, as the driver names it: format, global id, branch. */
  default boolean hasBegunInDatabase(String gid) {
    return hasBegunInBroker(globalId(gid));
  }

  /** What the broker calls the transaction that the database calls so. */
  static String globalId(String gid) {
    return HexFormat.of().formatHex(Base64.getMimeDecoder().decode(gid.split("_", -1)[1]));
  }

  /** Attempts of messages that it has counted, all its lives through; each has a file. */
  default List<String> failedAttempts() {
    return failedAttempts(server().log().getParent());
  }

  /** The same, of whoever logs there. */
  static List<String> failedAttempts(Path logs) {
    return said(logs, Code.HANDLING_FAILED.text());
  }

  /** The lines with these words, all its lives through. */
  default List<String> said(String words) {
    return said(server().log().getParent(), words);
  }

  private static List<String> said(Path logs, String words) {
    try (Stream<Path> files = Files.list(logs)) {
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
}
