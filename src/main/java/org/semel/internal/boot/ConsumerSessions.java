// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.consumer.ConsumerKeys.Receive;
import org.semel.internal.boot.config.consumer.ConsumerSettings;
import org.semel.internal.boot.config.consumer.SessionJoining;
import org.semel.internal.boot.server.Server;
import org.semel.internal.jms.session.DirectSessions;
import org.semel.internal.jms.session.LocalSessions;
import org.semel.internal.jms.session.ManagedSessions;
import org.semel.internal.jms.session.RecoveryName;
import org.semel.internal.jms.session.Sessions;
import org.semel.internal.jta.Branches;
import org.semel.internal.policy.Protocol;

/** How a consumer's sessions join its transactions, as its policy says. */
final class ConsumerSessions {

  private final Server server;

  ConsumerSessions(Server server) {
    this.server = server;
  }

  Sessions of(ConsumerSettings consumer, ConnectionFactory factory) {
    if (consumer.protocol() != Protocol.XA) {
      return new LocalSessions(factory);
    }
    if (consumer.joining().receive() == Receive.MANAGED) {
      return new ManagedSessions(factory);
    }
    if (factory instanceof XAConnectionFactory xa) {
      return new DirectSessions(
          xa, new Branches(server.transactionManager())::enlist, naming(consumer.joining()));
    }
    throw new SemelException(
        Code.RESOURCE_NOT_FOUND,
        consumer.policy().feed().connectionFactory()
            + " is not an XAConnectionFactory, which receive=direct needs; create one (server-config/README.md) or set"
            + " receive=managed.");
  }

  private DirectSessions.Naming naming(SessionJoining joining) {
    if (joining.recoveredBy().isEmpty()) {
      return DirectSessions.Naming.NONE;
    }
    ConnectionFactory pooled = server.connectionFactory(joining.recoveredBy());
    try {
      return RecoveryName.of(joining.recoveredBy(), pooled);
    } catch (IllegalArgumentException e) {
      throw new SemelException(
          Code.POLICY_INVALID,
          "recovered-by=%s has no effect: %s. Name the factory by which the server recovers the broker, or remove the key."
              .formatted(joining.recoveredBy(), e.getMessage()),
          e);
    }
  }
}
