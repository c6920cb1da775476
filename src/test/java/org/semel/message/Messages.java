// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Messages as tests need them. */
public final class Messages {

  private Messages() {}

  public static Message text(String body) {
    return text(body, Map.of());
  }

  public static Message text(String body, Map<String, ?> headers) {
    return new Message(Headers.of(headers), textBody(body), origin(1));
  }

  public static Message typed(String contentType, String body, Map<String, ?> headers) {
    return new Message(
        Headers.of(headers),
        Body.bytes(body.getBytes(StandardCharsets.UTF_8), contentType),
        origin(1));
  }

  public static Message bytes(byte[] body) {
    return new Message(Headers.none(), Body.bytes(body, null), origin(1));
  }

  /** The {@code n}-th delivery of a message with a {@code key} property. */
  public static Message keyed(String key, String body, int n) {
    return new Message(Headers.of(Map.of("key", key)), textBody(body), origin(n));
  }

  public static Origin origin(int deliveries) {
    return new Origin("orders", "ID:1", deliveries);
  }

  private static Body textBody(String body) {
    try {
      return Body.text(body, null);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
