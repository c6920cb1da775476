// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Objects;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;
import org.semel.message.Body;

/**
 * The text of the intent that an exchange delivers. Camel's HTTP client writes a text in the
 * charset that its content type names, in ISO-8859-1 if that names none, and a question mark for
 * what that cannot hold; what is recorded goes out byte for byte (design, rule 10). The content
 * type is only a label. What a route has made of the text, or of the label, is the route's own.
 *
 * @param text as the exchange carries it
 */
public record RecordedText(Body body, String text) implements SafeCopyProperty {

  private static final String NAME = "SemelRecordedText";

  /** Notes that the exchange, and each copy of it, delivers {@code body}. */
  static void note(Exchange exchange, Body body) {
    if (exchange.getMessage().getBody() instanceof String text) {
      exchange.getExchangeExtension().setSafeCopyProperty(NAME, new RecordedText(body, text));
    }
  }

  /**
   * What the client is to send: the recorded bytes, if the exchange still carries their text under
   * their label.
   */
  public static @Nullable Object toSend(Exchange exchange) {
    RecordedText recorded =
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, RecordedText.class);
    if (recorded == null || !recorded.isCarriedBy(exchange)) {
      return null;
    }
    byte[] bytes = recorded.body.bytes().clone();
    return recorded.body.contentType().filter(RecordedText::isUnreadable).isPresent()
        ? labelled(bytes, recorded.body.contentType().get())
        : bytes;
  }

  /** Whether the client would build no request, as Java has no charset of the label's name. */
  private static boolean isUnreadable(String label) {
    try {
      return ContentType.parse(label) == null;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  private static HttpEntity labelled(byte[] bytes, String label) {
    return new HttpEntityWrapper(new ByteArrayEntity(bytes, null)) {
      @Override
      public String getContentType() {
        return label;
      }
    };
  }

  private boolean isCarriedBy(Exchange exchange) {
    String label = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, String.class);
    return Objects.equals(label, body.contentType().orElse(null))
        && exchange.getProperty(Exchange.CHARSET_NAME) == null
        && text.equals(exchange.getMessage().getBody());
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }
}
