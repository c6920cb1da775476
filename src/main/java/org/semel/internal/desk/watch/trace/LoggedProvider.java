// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.ProviderDecorator;

/** A provider whose lines in the log tell destination and trace. */
public final class LoggedProvider extends ProviderDecorator {

  private final String destination;

  /** The provider of {@code destination}. */
  public LoggedProvider(String destination, Provider provider) {
    super(provider);
    this.destination = destination;
  }

  @Override
  public Delivery deliver(Lease lease) {
    LogContext context = LogContext.ofDestination(destination, lease.intent().headers());
    try (context) {
      return provider.deliver(lease);
    }
  }
}
