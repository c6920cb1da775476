// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.NoTypeConversionAvailableException;
import org.jspecify.annotations.Nullable;
import org.semel.SemelException;
import org.semel.camel.SemelConstants;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.send.Destination;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Bodies and headers in and out of exchanges, and what an exchange carries for Semel. */
public final class Exchanges {

  private Exchanges() {}

  /** The exchange carries the message of {@code identity} from here on, within {@code bounds}. */
  public static void begin(Exchange exchange, Identity identity, Bounds bounds) {
    exchange.setProperty(SemelConstants.IDENTITY, identity);
    exchange.setProperty(SemelConstants.OCCASION, Occasion.now().word());
    CarriedProperties.begin(identity, bounds).attach(exchange);
  }

  public static void bind(Exchange exchange, Bounds bounds) {
    CarriedProperties.of(exchange).within(bounds).attach(exchange);
  }

  public static void unbind(Exchange exchange) {
    CarriedProperties.of(exchange).within(null).attach(exchange);
  }

  public static Optional<Bounds> bounds(Exchange exchange) {
    return Optional.ofNullable(CarriedProperties.of(exchange).bounds());
  }

  /** Decides whether the message rolls back, also if its route goes on without the mark. */
  public static void mark(Exchange exchange, boolean marked) {
    CarriedProperties.of(exchange).marked().set(marked);
  }

  /** Whether the exchange, or a copy of it within its bounds, was marked to roll back. */
  public static boolean isMarked(Exchange exchange) {
    return exchange.isRollbackOnly()
        || exchange.isRollbackOnlyLast()
        || CarriedProperties.of(exchange).marked().get();
  }

  /**
   * Notes that Semel refuses what the exchange is about to do in its transaction. A rule that
   * refuses notes it before it throws: the route may catch the exception, and its message fails all
   * the same, with the first refusal (design, rule 22). Outside a transaction nothing is noted.
   *
   * @return {@code refusal}, to be thrown
   */
  public static SemelException refuse(Exchange exchange, SemelException refusal) {
    CarriedProperties carried = CarriedProperties.of(exchange);
    if (carried.bounds() != null) {
      carried.refusal().compareAndSet(null, refusal);
    }
    return refusal;
  }

  /**
   * The refusal that the exchange met, or a copy of it within its bounds; empty if there is none.
   */
  public static Optional<SemelException> refusal(Exchange exchange) {
    return Optional.ofNullable(CarriedProperties.of(exchange).refusal().get());
  }

  /**
   * The reason for which the work of the exchange must not count: the refusal that it met, whatever
   * its route made of that, or else its exception.
   */
  public static Optional<Throwable> failure(Exchange exchange) {
    return Exchanges.refusal(exchange)
        .<Throwable>map(refusal -> refusal)
        .or(() -> Optional.ofNullable(exchange.getException()));
  }

  public static void fill(Exchange exchange, Body body, Headers headers)
      throws CharacterCodingException {
    Message message = exchange.getMessage();
    headers.forEach(message::setHeader);
    body.contentType().ifPresent(type -> message.setHeader(Exchange.CONTENT_TYPE, type));
    message.setBody(payload(body));
  }

  private static @Nullable Object payload(Body body) throws CharacterCodingException {
    return switch (body.form()) {
      case TEXT -> body.characters();
      case BYTES ->
          body.bytes().clone(); // the route may change its array, and never the stored bytes
      case NONE -> null;
    };
  }

  public static void identify(Exchange exchange, Identity identity) {
    exchange.setProperty(SemelConstants.IDENTITY, identity);
    CarriedProperties.of(exchange).identified(identity).attach(exchange);
  }

  /** Restores the message of {@code before}, with the numbers of its intents so far. */
  static void restore(Exchange exchange, CarriedProperties before) {
    exchange.setProperty(SemelConstants.IDENTITY, before.identity());
    CarriedProperties.of(exchange).identifiedAs(before).attach(exchange);
  }

  public static Optional<Identity> identity(Exchange exchange) {
    return Optional.ofNullable(CarriedProperties.of(exchange).identity());
  }

  /** The number of the next intent to this destination under this name: 0, 1, … */
  public static int nextOrdinal(Exchange exchange, Destination destination, Optional<String> name) {
    String series = destination.name() + name.map(given -> "?" + given).orElse("");
    return CarriedProperties.of(exchange).attach(exchange).ordinals().next(series);
  }

  /** The number of the message's intents so far, for each destination and name. */
  static Map<String, Integer> ordinals(Exchange exchange) {
    return CarriedProperties.of(exchange).ordinals().soFar();
  }

  /** Sets the number of the next intent in this series of {@link #ordinals}. */
  static void ordinal(Exchange exchange, String series, int next) {
    CarriedProperties.of(exchange).attach(exchange).ordinals().set(series, next);
  }

  /**
   * The body as exact bytes, which nothing that the route does afterwards changes.
   *
   * @throws NoTypeConversionAvailableException if the body is an object that is not marshalled yet
   * @throws CharacterCodingException if it is a text that UTF-8 cannot carry
   */
  public static Body body(Exchange exchange)
      throws NoTypeConversionAvailableException, CharacterCodingException {
    Message message = exchange.getMessage();
    Object payload = message.getBody();
    String contentType = message.getHeader(Exchange.CONTENT_TYPE, String.class);
    if (payload == null) {
      return Body.none();
    }
    if (payload instanceof String text) {
      return Body.text(text, contentType);
    }
    if (payload instanceof byte[] bytes) {
      return Body.bytes(bytes.clone(), contentType); // the route may change its array
    }
    byte[] bytes =
        exchange
            .getContext()
            .getTypeConverter()
            .mandatoryConvertTo(byte[].class, exchange, payload);
    return Body.bytes(bytes, contentType);
  }

  /**
   * The allowed headers; a number that JMS does not know becomes text, other types are left out.
   */
  public static Headers headers(Exchange exchange, AllowedHeaders allowed) {
    Map<String, Object> found = new LinkedHashMap<>();
    exchange
        .getMessage()
        .getHeaders()
        .forEach(
            (name, value) -> {
              if (!allowed.admits(name)) {
                return;
              }
              if (value instanceof String || value instanceof Boolean || isJmsNumber(value)) {
                found.put(name, value);
              } else if (value instanceof Number number) {
                found.put(name, number.toString());
              }
            });
    return Headers.of(found).only(allowed);
  }

  /** Jakarta Messaging 3.1, section 3.5.4: the numbers that a message property can hold. */
  static boolean isJmsNumber(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte
        || value instanceof Double
        || value instanceof Float;
  }
}
