// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.util.List;

/**
 * What a small node is told at its start, as arguments.
 *
 * @param node its identifier with the transaction manager
 * @param log where the transaction manager keeps its own
 * @param database JDBC URL
 * @param broker URL
 * @param provider URL
 */
public record Settings(
    String node, String log, String database, String broker, String provider, Kind kind) {

  static Settings of(String[] arguments) {
    return new Settings(
        arguments[0],
        arguments[1],
        arguments[2],
        arguments[3],
        arguments[4],
        Kind.valueOf(arguments[5]));
  }

  public List<String> arguments() {
    return List.of(node, log, database, broker, provider, kind.name());
  }
}
