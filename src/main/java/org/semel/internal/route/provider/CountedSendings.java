// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;

/**
 * How often one delivery has sent something, as far as its route's steps tell: what was sent once
 * and refused has certainly not taken effect; of all else nobody knows. Copies of the exchange
 * count together. Safe for any thread.
 */
public final class CountedSendings implements SafeCopyProperty {

  private static final String NAME = "SemelSendings";

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /** Counts from now on what is sent for {@code exchange}. */
  void count(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, this);
  }

  /** The count that {@code exchange} carries, if it is a delivery. */
  public static @Nullable CountedSendings in(Exchange exchange) {
    return exchange.getExchangeExtension().getSafeCopyProperty(NAME, CountedSendings.class);
  }

  /** A step is about to send, so often. */
  public void begin(int times) {
    begun.addAndGet(times);
  }

  /** A step has sent, and nothing was thrown. */
  public void end() {
    ended.incrementAndGet();
  }

  /** Whether the first and only one has failed. */
  boolean failedAtTheFirst() {
    return begun.get() == 1 && ended.get() == 0;
  }

  /** Whether there was no more than one. */
  boolean atMostOne() {
    return begun.get() <= 1;
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }
}
