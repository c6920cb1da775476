// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import java.util.Optional;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Inquiry;
import org.semel.internal.engine.send.relay.Provider;

/** A provider whose lines in the log tell destination and trace. */
public final class LoggedProvider implements Provider {

  private final String destination;
  private final Provider provider;

  /** The provider of {@code destination}. */
  public LoggedProvider(String destination, Provider provider) {
    this.destination = destination;
    this.provider = provider;
  }

  @Override
  public Delivery deliver(Lease lease) {
    LogContext context = LogContext.ofDestination(destination, lease.intent().headers());
    try (context) {
      return provider.deliver(lease);
    }
  }

  @Override
  public Optional<Delivery.Denied> refusal(Throwable fault) {
    return provider.refusal(fault);
  }

  @Override
  public void prove() {
    provider.prove();
  }

  @Override
  public void proveAnswers() {
    provider.proveAnswers();
  }

  @Override
  public Optional<Inquiry> inquiry() {
    return provider.inquiry();
  }
}
