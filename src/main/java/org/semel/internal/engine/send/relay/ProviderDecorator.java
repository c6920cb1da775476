// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;

/**
 * A provider around another one, of which it changes the delivery. All else is the other's: a
 * method that were left out would answer by the port's default in its place.
 */
public abstract class ProviderDecorator implements Provider {

  /** The provider that delivers. */
  protected final Provider provider;

  /** Around {@code provider}. */
  protected ProviderDecorator(Provider provider) {
    this.provider = provider;
  }

  @Override
  public final void prove() {
    provider.prove();
  }

  @Override
  public final void proveAnswers() {
    provider.proveAnswers();
  }

  @Override
  public final Optional<Delivery.Denied> refusal(Throwable fault) {
    return provider.refusal(fault);
  }

  @Override
  public final Optional<Inquiry> inquiry() {
    return provider.inquiry();
  }
}
