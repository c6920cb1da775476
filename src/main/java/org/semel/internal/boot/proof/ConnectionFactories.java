// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import jakarta.jms.ConnectionFactory;
import java.util.Optional;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.edge.jms.Login;
import org.semel.internal.edge.server.Server;

/** The server's connection factories, each with its configured login. */
public final class ConnectionFactories {

  private final Settings settings;
  private final Server server;

  public ConnectionFactories(Settings settings, Server server) {
    this.settings = settings;
    this.server = server;
  }

  /** The default factory, for consumers, classic routes and transfers. */
  public ConnectionFactory ofAll() {
    return open(settings.connectionFactory(), settings.login());
  }

  public ConnectionFactory of(ConsumerSettings consumer) {
    return open(consumer.policy().feed().connectionFactory(), consumer.joining().login());
  }

  private ConnectionFactory open(String name, Optional<Login> login) {
    ConnectionFactory factory = server.connectionFactory(name);
    return login.map(known -> known.over(factory)).orElse(factory);
  }
}
