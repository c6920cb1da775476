// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.byteman.agent.Main;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.semel.chaos.agent.Windows;
import org.semel.estate.Jvm;

/**
 * Where the windows of the crash matrix lie in our code, as rules of Byteman, and the way of all
 * rules into a virtual machine. The transaction managers' are in {@link NarayanaRules} and {@link
 * LibertyRules}.
 *
 * @see <a href="https://byteman.jboss.org/docs.html">Byteman, the rule language</a>
 */
final class Rules {

  private static final String CAMELS_KEYS =
      "org.apache.camel.processor.idempotent.IdempotentOnCompletion";

  private static final String CLASSIC = "org.semel.internal.boot.ClassicTransactions";
  private static final String ROUTE = "org.semel.internal.edge.camel.RouteHandler";
  private static final String OUR_KEYS = "org.semel.internal.edge.camel.classic.ClaimingRepository";

  /** Every pass ends, those that received nothing too. */
  private static final String COMMITTED = "$1.name().equals(\"COMMITTED\")";

  /**
   * One place in the code.
   *
   * @param act of {@link Windows}
   * @param when a condition
   */
  record Rule(String window, String type, String method, String location, String act, String when) {

    Rule(String window, String type, String method, String location, String act) {
      this(window, type, method, location, act, "TRUE");
    }

    String text() {
      return """
      RULE %1$s %3$s %4$s
      CLASS %2$s
      METHOD %3$s
      %4$s
      IF %7$s
      DO %6$s.%5$s("%1$s")
      ENDRULE
      """
          .formatted(window, type, method, location, act, Windows.class.getName(), when);
    }
  }

  /** In our own code, and in Camel's. */
  static final List<Rule> OURS =
      List.of(
          new Rule("X1", "org.semel.internal.edge.jms.JmsSource", "deliveries", "AT EXIT", "pass"),
          new Rule(
              "X2", "org.semel.internal.engine.receive.Receiver", "receive", "AT ENTRY", "pass"),
          new Rule("X3", "org.semel.internal.engine.receive.Routing", "route", "AT ENTRY", "pass"),
          new Rule(
              "X4", "org.semel.internal.engine.receive.Receiver", "write", "AT ENTRY", "laden"),
          new Rule(
              "C3",
              "org.semel.internal.edge.jms.session.LocalSessions",
              "ended",
              "AT ENTRY",
              "pass",
              COMMITTED),
          new Rule(
              "C4",
              "org.semel.internal.edge.jms.session.LocalSessions",
              "ended",
              "AT EXIT",
              "pass",
              COMMITTED),
          new Rule(
              "I1",
              "org.semel.internal.edge.postgresql.stored.StoredTable",
              "store",
              "AT EXIT",
              "pass"),
          new Rule(
              "I5",
              "org.semel.internal.engine.receive.rows.StoredTransaction",
              "end",
              "AT EXIT",
              "laden"),
          new Rule(
              "I10",
              "org.semel.internal.engine.receive.rows.StoredParking",
              "parked",
              "AT ENTRY",
              "pass"),
          new Rule("J3", OUR_KEYS, "add", "AT EXIT", "carry", "$!"),
          new Rule("M3", ROUTE, "handle", "AT ENTRY", "carry", ofKind("M")),
          new Rule("D3", ROUTE, "handle", "AT ENTRY", "carry", ofKind("D")),
          new Rule("4", CLASSIC, "commit", "AT ENTRY", "carried"),
          new Rule(
              "4", "org.semel.internal.engine.receive.Receiver", "write", "AT ENTRY", "carried"),
          new Rule("K1", CAMELS_KEYS, "onCompletedMessage", "AT ENTRY", "pass"),
          new Rule(
              "R2",
              "org.semel.internal.engine.send.relay.DestinationChannel",
              "deliver",
              "AT ENTRY",
              "pass"),
          new Rule(
              "R12",
              "org.semel.internal.engine.send.relay.DestinationChannel",
              "maySend",
              "AT ENTRY",
              "pass"),
          new Rule(
              "R4",
              "org.semel.internal.engine.send.relay.DestinationChannel",
              "deliver",
              "AT EXIT",
              "pass"));

  /** In the example of a campaign; small nodes have no routes. */
  private static final String UNFORESEEN =
      """

      RULE every second order is confirmed under a key of its own
      CLASS org.semel.internal.edge.camel.exchange.Exchanges
      METHOD nextOrdinal
      AT ENTRY
      IF %1$s.isUnforeseen($1.getMessage().getBody())
      DO RETURN %1$s.anyOrdinal()
      ENDRULE
      """
          .formatted(Windows.class.getName());

  private Rules() {}

  /** Of a message and its identity: of a consumer for one window, whose name begins so. */
  private static String ofKind(String letter) {
    return "$2.consumer().startsWith(\"%s\")".formatted(letter);
  }

  /**
   * Options that put rules into a virtual machine: ours, and those of its transaction manager.
   *
   * @param windows where they are armed
   */
  static List<String> options(Path directory, Path windows, List<Rule> manager) {
    try {
      Path script = directory.resolve("windows.btm");
      Files.writeString(script, text(OURS) + text(manager) + UNFORESEEN);
      Path helper = directory.resolve("windows.jar");
      JavaArchive jar = ShrinkWrap.create(JavaArchive.class).addPackage(Windows.class.getPackage());
      jar.as(ZipExporter.class).exportTo(helper.toFile(), true);
      Path byteman = Jvm.home(Main.class);
      return List.of(
          "-javaagent:%1$s=script:%2$s,boot:%1$s,boot:%3$s".formatted(byteman, script, helper),
          "-Dchaos.windows=" + windows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(List<Rule> rules) {
    return rules.stream().map(rule -> rule.text() + "\n").collect(Collectors.joining());
  }
}
