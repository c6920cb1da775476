// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import org.semel.small.Proxied;

/**
 * A real connection factory whose sessions acknowledge each message as it is received, whatever
 * they are asked for.
 */
final class SelfAcknowledging {

  private SelfAcknowledging() {}

  static ConnectionFactory over(ConnectionFactory real) {
    return Proxied.as(
        ConnectionFactory.class,
        (method, arguments) -> {
          Object made = Proxied.call(real, method, arguments);
          return made instanceof Connection connection ? connection(connection) : made;
        });
  }

  private static Connection connection(Connection real) {
    return Proxied.as(
        Connection.class,
        (method, arguments) ->
            method.getName().equals("createSession")
                ? real.createSession(false, Session.AUTO_ACKNOWLEDGE)
                : Proxied.call(real, method, arguments));
  }
}
