// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.time.Duration;
import java.util.List;

/**
 * How long a small node, and the database for its sake, bear with what does not move.
 *
 * @param transaction how long one may last; whole seconds
 * @param silence of the database, after which the node gives a connection up; whole seconds
 * @param idle how long the database keeps a transaction open whose session asks for nothing
 */
public record Patience(Duration transaction, Duration silence, Duration idle) {

  /** As {@code server-config} has it, with shorter transactions. */
  static final Patience LONG =
      new Patience(Duration.ofSeconds(30), Duration.ofSeconds(360), Duration.ofSeconds(360));

  static Patience of(List<String> arguments) {
    return new Patience(
        Duration.parse(arguments.get(0)),
        Duration.parse(arguments.get(1)),
        Duration.parse(arguments.get(2)));
  }

  List<String> arguments() {
    return List.of(transaction.toString(), silence.toString(), idle.toString());
  }

  /** The same as properties of the driver, in a URL. */
  String query() {
    return "?socketTimeout=%d&tcpKeepAlive=true&options=-c%%20idle_in_transaction_session_timeout=%d"
        .formatted(silence.toSeconds(), idle.toMillis());
  }
}
