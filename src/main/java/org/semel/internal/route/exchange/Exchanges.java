// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.exchange;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.NoTypeConversionAvailableException;
import org.jspecify.annotations.Nullable;
import org.semel.camel.SemelConstants;
import org.semel.internal.intent.Destination;
import org.semel.internal.receive.Occasion;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/**
 * Between our words and Camel's: bodies and headers in and out of exchanges, and what an exchange
 * carries for us.
 */
public final class Exchanges {

  private Exchanges() {}

  /** The message of {@code identity} is in hand from here on, within {@code bounds}. */
  public static void begin(Exchange exchange, Identity identity, Bounds bounds) {
    exchange.setProperty(SemelConstants.IDENTITY, identity);
    exchange.setProperty(SemelConstants.OCCASION, Occasion.now().word());
    CarriedProperties.anew(identity, bounds).give(exchange);
  }

  public static void bind(Exchange exchange, Bounds bounds) {
    CarriedProperties.by(exchange).within(bounds).give(exchange);
  }

  public static void unbind(Exchange exchange) {
    CarriedProperties.by(exchange).within(null).give(exchange);
  }

  public static Optional<Bounds> bounds(Exchange exchange) {
    return Optional.ofNullable(CarriedProperties.by(exchange).bounds());
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
      case BYTES -> body.bytes().clone(); // a route may change its array, and not what is kept
      case NONE -> null;
    };
  }

  public static void identify(Exchange exchange, Identity identity) {
    exchange.setProperty(SemelConstants.IDENTITY, identity);
    CarriedProperties.by(exchange).identified(identity).give(exchange);
  }

  /** The message in hand is the one of {@code before} again, with the intents that it has had. */
  static void identifyAgain(Exchange exchange, CarriedProperties before) {
    exchange.setProperty(SemelConstants.IDENTITY, before.identity());
    CarriedProperties.by(exchange).inHandAs(before).give(exchange);
  }

  public static Optional<Identity> identity(Exchange exchange) {
    return Optional.ofNullable(CarriedProperties.by(exchange).identity());
  }

  /** Which of its intents to this destination and of this name is next: 0, 1, … */
  public static int nextOrdinal(Exchange exchange, Destination destination, Optional<String> name) {
    String line = destination.name() + name.map(given -> "?" + given).orElse("");
    return CarriedProperties.by(exchange).give(exchange).ordinals().next(line);
  }

  /** How many intents the message has so far, for each destination and name. */
  static Map<String, Integer> ordinals(Exchange exchange) {
    return CarriedProperties.by(exchange).ordinals().soFar();
  }

  /** The next intent in this line of {@link #ordinals} has this number. */
  static void ordinal(Exchange exchange, String line, int next) {
    CarriedProperties.by(exchange).give(exchange).ordinals().set(line, next);
  }

  /**
   * The body, as exact bytes.
   *
   * @throws NoTypeConversionAvailableException if it is an object that is not marshalled yet
   */
  public static Body body(Exchange exchange) throws NoTypeConversionAvailableException {
    Message message = exchange.getMessage();
    Object payload = message.getBody();
    String contentType = message.getHeader(Exchange.CONTENT_TYPE, String.class);
    if (payload == null) {
      return Body.none();
    }
    if (payload instanceof String text) {
      return Body.stored(Body.Form.TEXT, text.getBytes(StandardCharsets.UTF_8), contentType);
    }
    byte[] bytes =
        exchange
            .getContext()
            .getTypeConverter()
            .mandatoryConvertTo(byte[].class, exchange, payload);
    return Body.bytes(bytes, contentType);
  }

  /** Those headers that may go along and are of a type that can be kept. */
  public static Headers headers(Exchange exchange, AllowedHeaders allowed) {
    Map<String, Object> kept = new LinkedHashMap<>();
    exchange
        .getMessage()
        .getHeaders()
        .forEach(
            (name, value) -> {
              if (!allowed.admits(name)) {
                return;
              }
              if (value instanceof String || value instanceof Boolean || isJmsNumber(value)) {
                kept.put(name, value);
              } else if (value instanceof Number number) {
                kept.put(name, number.toString());
              }
            });
    return Headers.of(kept).only(allowed);
  }

  /** Jakarta Messaging 3.1, section 3.5.4: the numbers that a property can be. */
  static boolean isJmsNumber(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte
        || value instanceof Double
        || value instanceof Float;
  }
}
