// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;

/**
 * The number of sendings of one delivery, or of one question about it, counted by the steps of its
 * route. An intent that was sent once and refused has certainly not taken effect; in all other
 * cases the outcome may be unknown. Copies of the exchange share the count. Safe for any thread.
 */
public final class CountedSendings implements SafeCopyProperty {

  private static final String NAME = "SemelSendings";

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private volatile boolean cutShort;
  private volatile @Nullable Throwable caughtBefore;

  /** Counts from now on what is sent for {@code exchange}, which enters its route now. */
  void count(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, this);
  }

  /** The count that {@code exchange} carries, null if it is neither a delivery nor a question. */
  public static @Nullable CountedSendings in(Exchange exchange) {
    return exchange.getExchangeExtension().getSafeCopyProperty(NAME, CountedSendings.class);
  }

  /** A step is about to send this many times. */
  public void begin(int times) {
    begun.addAndGet(times);
    cutShort = false;
  }

  /** A step has failed before the last one that sends was reached. */
  public void cutShort() {
    cutShort = true;
  }

  /** Whether the failure is not that of the last step that sends. */
  boolean areCutShort() {
    return cutShort;
  }

  /** A step has sent without an exception, whatever {@code exchange} had caught before. */
  public void end(Exchange exchange) {
    ended.incrementAndGet();
    caughtBefore = caught(exchange);
  }

  /**
   * The failure that the route has caught since the last step that sent without one; empty if there
   * is none. What the exchange has of an answer is older than that.
   */
  Optional<Throwable> caughtSince(Exchange exchange) {
    Throwable caught = caught(exchange);
    return isBefore(caught) ? Optional.empty() : Optional.ofNullable(caught);
  }

  /** Compared by reference: the same failure may come twice, as two exceptions. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isBefore(@Nullable Throwable caught) {
    return caught == caughtBefore;
  }

  private static @Nullable Throwable caught(Exchange exchange) {
    return exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
  }

  /** Whether there was one sending, and it failed. */
  boolean failedAtTheFirst() {
    return begun.get() == 1 && ended.get() == 0;
  }

  /** Whether there was at most one sending. */
  boolean atMostOne() {
    return begun.get() <= 1;
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }
}
