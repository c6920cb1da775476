// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.exchange;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;
import org.semel.message.Identity;

/**
 * What an exchange carries for us, where a route that removes properties does not reach it. Copies
 * of the exchange carry the same.
 *
 * @param identity of the message in hand, if it has one
 * @param ordinals of its intents; shared by the parts of a split
 * @param bounds of the transaction in which it is routed, if it is in one
 */
record CarriedProperties(@Nullable Identity identity, Ordinals ordinals, @Nullable Bounds bounds)
    implements SafeCopyProperty {

  private static final String NAME = "Semel";

  /** By an exchange that carries nothing yet. */
  static CarriedProperties anew(Identity identity, Bounds bounds) {
    return new CarriedProperties(identity, new Ordinals(), bounds);
  }

  static CarriedProperties by(Exchange exchange) {
    CarriedProperties carried =
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, CarriedProperties.class);
    return carried == null ? new CarriedProperties(null, new Ordinals(), null) : carried;
  }

  CarriedProperties give(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, this);
    return this;
  }

  /** The same with another message in hand, which has no intents yet. */
  CarriedProperties identified(Identity other) {
    return new CarriedProperties(other, new Ordinals(), bounds);
  }

  /** The same with the message of {@code other} in hand. */
  CarriedProperties inHandAs(CarriedProperties other) {
    return new CarriedProperties(other.identity, other.ordinals, bounds);
  }

  CarriedProperties within(@Nullable Bounds others) {
    return new CarriedProperties(identity, ordinals, others);
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  /**
   * How many intents a message has in each line: for each destination those without a name, and
   * those of each name. Safe for any thread.
   */
  static final class Ordinals {

    private final Map<String, AtomicInteger> next = new ConcurrentHashMap<>();

    int next(String line) {
      return next.computeIfAbsent(line, first -> new AtomicInteger()).getAndIncrement();
    }

    void set(String line, int number) {
      next.put(line, new AtomicInteger(number));
    }

    Map<String, Integer> soFar() {
      Map<String, Integer> soFar = new LinkedHashMap<>();
      next.forEach((line, number) -> soFar.put(line, number.get()));
      return soFar;
    }
  }
}
