// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
  private volatile @Nullable Integer left;
  private final AtomicReference<@Nullable OpenStatus> open = new AtomicReference<>();

  /** Counts from now on what is sent for {@code exchange}, which enters its route now. */
  void count(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, this);
  }

  /** The count that {@code exchange} carries, null if it is neither a delivery nor a question. */
  public static @Nullable CountedSendings in(Exchange exchange) {
    return exchange.getExchangeExtension().getSafeCopyProperty(NAME, CountedSendings.class);
  }

  /** A step is about to send {@code exchange} this many times. */
  public void begin(Exchange exchange, int times) {
    begun.addAndGet(times);
    cutShort = false;
    left = null;
    open.updateAndGet(no -> no == null ? null : no.before(exchange));
  }

  /** A step has failed before the last one that sends was reached. */
  public void cutShort() {
    cutShort = true;
  }

  /** A step has ended behind which another one may send, and leaves its status until that does. */
  public void leave(Exchange exchange) {
    left = status(exchange);
  }

  /** Whether the status of {@code exchange} is one that such a step has left. */
  boolean areLeftWith(int status) {
    return Integer.valueOf(status).equals(left);
  }

  /** Whether the failure is not that of the last step that sends. */
  boolean areCutShort() {
    return cutShort;
  }

  /** A step has sent without an exception, whatever {@code exchange} had caught before. */
  public void end(Exchange exchange) {
    ended.incrementAndGet();
    caughtBefore = caught(exchange);
    open.updateAndGet(no -> no == null ? OpenStatus.of(exchange) : no.beside(exchange));
  }

  /**
   * The status that was no yes, of a step that has not thrown for it, which a later step, or
   * another part of the exchange, covers by its own; empty if there is none. One that the route has
   * taken away before it sent again is dealt with.
   */
  Optional<Integer> covered(Exchange exchange) {
    return Optional.ofNullable(open.get())
        .filter(no -> no.covered() || !no.isOf(exchange))
        .map(OpenStatus::status);
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

  /** The HTTP status that {@code exchange} shows, 0 for one that is no number; null for none. */
  static @Nullable Integer status(Exchange exchange) {
    @Nullable Object shown = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE);
    if (shown == null || shown instanceof Integer) {
      return (Integer) shown;
    }
    @Nullable Integer number =
        exchange.getContext().getTypeConverter().tryConvertTo(Integer.class, exchange, shown);
    return number == null ? 0 : number;
  }

  /** Whether {@code status} says no, or nothing, to what was sent; an absent one does not. */
  static boolean isNoYes(@Nullable Integer status) {
    return status != null && (status < 200 || status >= 300);
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  /**
   * A status that was no yes, and that the route has not dealt with.
   *
   * @param exchange the id of the exchange, or of its copy, that shows it
   * @param covered whether the route has sent again behind it
   */
  private record OpenStatus(int status, String exchange, boolean covered) {

    static @Nullable OpenStatus of(Exchange exchange) {
      Integer status = CountedSendings.status(exchange);
      return status != null && isNoYes(status)
          ? new OpenStatus(status, exchange.getExchangeId(), false)
          : null;
    }

    boolean isOf(Exchange other) {
      return exchange.equals(other.getExchangeId());
    }

    /** What it is once another part shows its own: no one deals with both. */
    OpenStatus beside(Exchange other) {
      return isOf(other) || !isNoYes(CountedSendings.status(other))
          ? this
          : new OpenStatus(status, exchange, true);
    }

    /** What it is once {@code next} is sent; null if the route has taken it away by then. */
    @Nullable OpenStatus before(Exchange next) {
      return !covered && isOf(next) && !isNoYes(CountedSendings.status(next))
          ? null
          : new OpenStatus(status, exchange, true);
    }
  }
}
