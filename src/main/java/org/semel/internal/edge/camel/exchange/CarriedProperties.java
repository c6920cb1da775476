// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;
import org.semel.SemelException;
import org.semel.message.Identity;

/**
 * The properties that an exchange carries for Semel, where a route that removes properties cannot
 * remove it. Copies of the exchange carry the same.
 *
 * @param identity of the current message, null if it has none
 * @param ordinals numbers of its intents; the parts of a split share them
 * @param bounds of the transaction in which it is routed, null outside any
 * @param marked whether it or a copy of it was marked to roll back; all of them share it
 * @param refusal what Semel refused it or a copy of it first, within these bounds; all of them
 *     share it, so that a route that catches the refusal still fails
 */
record CarriedProperties(
    @Nullable Identity identity,
    Ordinals ordinals,
    @Nullable Bounds bounds,
    AtomicBoolean marked,
    AtomicReference<@Nullable SemelException> refusal)
    implements SafeCopyProperty {

  private static final String NAME = "Semel";

  /** For an exchange that carries nothing yet. */
  static CarriedProperties begin(Identity identity, Bounds bounds) {
    return new CarriedProperties(
        identity, new Ordinals(), bounds, new AtomicBoolean(), new AtomicReference<>());
  }

  static CarriedProperties of(Exchange exchange) {
    CarriedProperties carried =
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, CarriedProperties.class);
    return carried == null
        ? new CarriedProperties(
            null, new Ordinals(), null, new AtomicBoolean(), new AtomicReference<>())
        : carried;
  }

  /** Asked at every step of every route. */
  static boolean areBound(Exchange exchange) {
    CarriedProperties carried =
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, CarriedProperties.class);
    return carried != null && carried.bounds != null;
  }

  /** Of one that is bound. */
  static boolean areOfATransaction(Exchange exchange) {
    Bounds bounds = of(exchange).bounds();
    return bounds != null && bounds.areOfATransaction();
  }

  CarriedProperties attach(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, this);
    return this;
  }

  /** The same bounds with another message, which has no intents yet. */
  CarriedProperties identified(Identity other) {
    return new CarriedProperties(other, new Ordinals(), bounds, marked, refusal);
  }

  /** The same bounds with the message of {@code other}. */
  CarriedProperties identifiedAs(CarriedProperties other) {
    return new CarriedProperties(other.identity, other.ordinals, bounds, marked, refusal);
  }

  /**
   * The same message within other bounds. Nothing has been refused there yet, unless these bounds
   * lie within others, for which a refusal counts as well.
   */
  CarriedProperties within(@Nullable Bounds other) {
    boolean nested = bounds != null && other != null;
    return new CarriedProperties(
        identity, ordinals, other, marked, nested ? refusal : new AtomicReference<>());
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  /**
   * Numbers the intents of a message in series: one series for each destination, and one for each
   * name that intents to it have. Safe for any thread.
   */
  static final class Ordinals {

    private final Map<String, AtomicInteger> next = new ConcurrentHashMap<>();

    int next(String series) {
      return next.computeIfAbsent(series, first -> new AtomicInteger()).getAndIncrement();
    }

    void set(String series, int number) {
      next.put(series, new AtomicInteger(number));
    }

    Map<String, Integer> soFar() {
      Map<String, Integer> soFar = new LinkedHashMap<>();
      next.forEach((series, number) -> soFar.put(series, number.get()));
      return soFar;
    }
  }
}
