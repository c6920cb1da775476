// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.time.Duration;
import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.SessionJoining.Receive;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.server.RecoveryEntry;
import org.semel.internal.edge.server.Server;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.policy.Protocol;

/** Makes a consumer's sessions, which join its transactions as its policy says. */
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
      return new ManagedSessions(factory, longest(consumer));
    }
    if (factory instanceof XAConnectionFactory xa && !DirectSessions.isServers(factory)) {
      return direct(xa, entry(consumer.joining().recoveredBy()), longest(consumer));
    }
    throw new SemelException(
        Code.RESOURCE_NOT_FOUND,
        "Consumer "
            + consumer.policy().name()
            + ": "
            + consumer.policy().feed().connectionFactory()
            + " is not an XAConnectionFactory without a pool, which receive=direct needs; let its connection-factory name"
            + " one, as jms/semelDirect (server-config/README.md), or set receive=managed.");
  }

  private static Duration longest(ConsumerSettings consumer) {
    return consumer.policy().concurrency().transactionTimeout();
  }

  private DirectSessions direct(
      XAConnectionFactory factory, Optional<RecoveryEntry> entry, Duration longest) {
    ServerPlatform platform = server.platform();
    return new DirectSessions(
        factory,
        platform.enlistment(server.transactionManager(), entry),
        platform.naming(entry),
        longest);
  }

  /**
   * The entry under the name by which the server's recovery knows the broker, however the policy
   * spells it.
   */
  private Optional<RecoveryEntry> entry(String recoveredBy) {
    return recoveredBy.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RecoveryEntry(
                server.platform().bound(recoveredBy), server.connectionFactory(recoveredBy)));
  }
}
