// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a small node is told at its start, as arguments.
 *
 * @param node its identifier with the transaction manager
 * @param log where the transaction manager keeps its own
 * @param database JDBC URL, without properties
 * @param broker URL
 * @param provider URL
 * @param patience with what does not move
 */
public record Settings(
    String node,
    String log,
    String database,
    String broker,
    String provider,
    Kind kind,
    Patience patience) {

  /** With patience as a server has it. */
  public Settings(
      String node, String log, String database, String broker, String provider, Kind kind) {
    this(node, log, database, broker, provider, kind, Patience.LONG);
  }

  static Settings of(String[] arguments) {
    return new Settings(
        arguments[0],
        arguments[1],
        arguments[2],
        arguments[3],
        arguments[4],
        Kind.valueOf(arguments[5]),
        Patience.of(List.of(arguments).subList(6, arguments.length)));
  }

  public List<String> arguments() {
    return Stream.concat(
            Stream.of(node, log, database, broker, provider, kind.name()),
            patience.arguments().stream())
        .toList();
  }

  public Settings with(Patience other) {
    return new Settings(node, log, database, broker, provider, kind, other);
  }

  /** JDBC URL, with what the driver is told. */
  String url() {
    return database + patience.query();
  }
}
