// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Arrays;
import java.util.Objects;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;
import org.semel.message.Body;

/**
 * The body of the intent that an exchange delivers. Camel's HTTP client writes a text in the
 * charset that its content type names, in ISO-8859-1 if that names none, and a question mark for
 * what that cannot hold; where Java has no such charset, it builds no request, of bytes neither.
 * Recorded bytes go out byte for byte (design, rule 10). The content type is only a label. A body
 * or a label that a route has made anew is the route's own.
 *
 * @param carried as the exchange carries it; bytes are the exchange's own, which a route may change
 */
public record DeliveredBody(Body body, Object carried) implements SafeCopyProperty {

  private static final String NAME = "SemelDeliveredBody";

  /** Notes that the exchange, and each copy of it, delivers {@code body}. */
  static void note(Exchange exchange, Body body) {
    @Nullable Object carried = exchange.getMessage().getBody();
    if (carried != null) {
      exchange.getExchangeExtension().setSafeCopyProperty(NAME, new DeliveredBody(body, carried));
    }
  }

  /**
   * The body that the client is to send: the recorded bytes, if the exchange still carries them, or
   * their text, under their label; null if it is to send what the exchange carries.
   */
  public static @Nullable Object toSend(Exchange exchange) {
    DeliveredBody recorded =
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, DeliveredBody.class);
    if (recorded == null || !recorded.isCarriedBy(exchange)) {
      return null;
    }
    byte[] bytes = recorded.body.bytes().clone();
    @Nullable String label = recorded.body.contentType().orElse(null);
    if (label != null && Labelled.isUnreadable(label)) {
      return new Labelled(bytes, label);
    }
    return recorded.carried instanceof String ? bytes : null;
  }

  private boolean isCarriedBy(Exchange exchange) {
    String label = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, String.class);
    return Objects.equals(label, body.contentType().orElse(null))
        && exchange.getProperty(Exchange.CHARSET_NAME) == null
        && isTheSame(exchange.getMessage().getBody());
  }

  private boolean isTheSame(@Nullable Object now) {
    return now instanceof byte[] bytes
        ? carried instanceof byte[] && Arrays.equals(bytes, body.bytes())
        : carried.equals(now);
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  /**
   * Bytes under a label that the client cannot read. Apart, as its classes are there only where the
   * client is, and a body is noted for each intent.
   */
  private static final class Labelled extends HttpEntityWrapper {

    private final String label;

    Labelled(byte[] bytes, String label) {
      super(new ByteArrayEntity(bytes, null));
      this.label = label;
    }

    /** Whether the client would build no request, as Java has no charset of the label's name. */
    static boolean isUnreadable(String label) {
      try {
        return ContentType.parse(label) == null;
      } catch (IllegalArgumentException e) {
        return true;
      }
    }

    @Override
    public String getContentType() {
      return label;
    }
  }
}
