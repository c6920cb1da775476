// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.semel.internal.engine.send.Lease;

/**
 * A provider, and how long it takes to answer. Only for those who want to know: it costs two looks
 * at the clock a delivery. Any thread.
 */
public final class MeasuredProvider extends ProviderDecorator {

  private final LongSupplier nanos;
  private final ObjLongConsumer<Delivery> lasted;
  private final Consumer<Throwable> defect;

  /**
   * Measures the deliveries to one destination.
   *
   * @param nanos a clock that never runs backwards
   * @param lasted notified of each answer, and its nanoseconds; no answer in time is one too
   * @param defect takes the exceptions of {@code lasted}, which are no answers of the provider; its
   *     own are dropped
   */
  public MeasuredProvider(
      Provider provider,
      LongSupplier nanos,
      ObjLongConsumer<Delivery> lasted,
      Consumer<Throwable> defect) {
    super(provider);
    this.nanos = nanos;
    this.lasted = lasted;
    this.defect = defect;
  }

  /**
   * Measures each delivery that returns. An exception that a provider throws against its contract
   * is no answer, and is not measured.
   */
  @Override
  public Delivery deliver(Lease lease) {
    long since = nanos.getAsLong();
    Delivery delivery = provider.deliver(lease);
    try {
      lasted.accept(delivery, nanos.getAsLong() - since);
    } catch (RuntimeException | Error e) {
      tell(e);
    }
    return delivery;
  }

  private void tell(Throwable thrown) {
    try {
      defect.accept(thrown);
    } catch (RuntimeException | Error e) {
      // the answer is there, whatever can be noted of it
    }
  }
}
