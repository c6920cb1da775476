// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.message.HeaderNames;
import org.semel.message.Headers;
import org.semel.message.ParkingReason;

/**
 * Reads all headers and properties of a message. The one place in which a name that Camel's JMS
 * component has encoded is read back: before identity, admitted headers, CloudEvents and routes. It
 * does not decide which of them a route sees.
 */
final class JmsHeaders {

  private static final Set<Class<?>> NUMBERS =
      Set.of(Byte.class, Short.class, Integer.class, Long.class, Float.class, Double.class);

  /**
   * The properties in which producers and bridges put the content type, as no property may have a
   * hyphen in its name (JMS 3.1, section 3.5.1).
   */
  private static final List<String> CONTENT_TYPES =
      List.of(
          "contentType",
          "content_type",
          "Content-Type",
          "JMS_AMQP_ContentType",
          "ce_datacontenttype",
          "cloudEvents_datacontenttype");

  private static final Logger LOG = System.getLogger(JmsHeaders.class.getName());

  private JmsHeaders() {}

  static Headers read(Message message) throws JMSException {
    Map<String, Object> headers = new LinkedHashMap<>();
    put(headers, "JMSType", message.getJMSType());
    put(headers, "JMSCorrelationID", message.getJMSCorrelationID());
    put(headers, "JMSMessageID", message.getJMSMessageID());
    put(headers, "JMSTimestamp", message.getJMSTimestamp());
    put(headers, "JMSPriority", message.getJMSPriority());
    if (message.getJMSExpiration() > 0) { // zero is never
      put(headers, "JMSExpiration", message.getJMSExpiration());
    }
    put(headers, "JMSReplyTo", ReplyTo.name(message.getJMSReplyTo()));
    for (String name : properties(message)) {
      put(headers, HeaderNames.readBack(name), message.getObjectProperty(name));
    }
    return Headers.of(headers);
  }

  /**
   * The names of the properties. Those that stand for a name of another spelling come first, so
   * that a property that has that name itself replaces them.
   */
  private static List<String> properties(Message message) throws JMSException {
    Enumeration<?> names = message.getPropertyNames();
    return Collections.list(names).stream()
        .map(String.class::cast)
        .sorted(Comparator.comparing(name -> HeaderNames.readBack(name).equals(name)))
        .toList();
  }

  /** The headers that can be read, of a message of which a part cannot. */
  static Headers readable(Message message) {
    Map<String, Object> headers = new LinkedHashMap<>();
    attempt(() -> put(headers, "JMSType", message.getJMSType()));
    attempt(() -> put(headers, "JMSCorrelationID", message.getJMSCorrelationID()));
    attempt(() -> put(headers, "JMSMessageID", message.getJMSMessageID()));
    attempt(
        () -> {
          for (String name : properties(message)) {
            attempt(
                () -> put(headers, HeaderNames.readBack(name), message.getObjectProperty(name)));
          }
        });
    return Headers.of(headers);
  }

  /** Reads a header. */
  @FunctionalInterface
  private interface Attempt {
    void make() throws JMSException;
  }

  private static void attempt(Attempt attempt) {
    try {
      attempt.make();
    } catch (JMSException | RuntimeException | StackOverflowError e) {
      LOG.log(Level.DEBUG, "a header cannot be read", e);
    }
  }

  /** At least 1, even of a broker that does not count. */
  static int deliveries(Message message) throws JMSException {
    boolean counted = message.propertyExists("JMSXDeliveryCount");
    int count = counted ? message.getIntProperty("JMSXDeliveryCount") : 1;
    return Math.max(count, message.getJMSRedelivered() ? 2 : 1);
  }

  static @Nullable String contentType(Headers headers) {
    for (String name : CONTENT_TYPES) {
      Optional<String> found = headers.text(name);
      if (found.isPresent()) {
        return found.get();
      }
    }
    return null;
  }

  static Optional<Verdict> refusal(Headers headers, Limits limits) {
    if (headers.size() > limits.headers()) {
      return refused(headers.size() + " headers, allowed are " + limits.headers());
    }
    int longest = longest(headers);
    return longest > limits.headerBytes()
        ? refused("a header of " + longest + " characters, allowed are " + limits.headerBytes())
        : Optional.empty();
  }

  private static int longest(Headers headers) {
    int[] longest = {0};
    headers.forEach(
        (name, value) ->
            longest[0] = Math.max(longest[0], Math.max(name.length(), value.toString().length())));
    return longest[0];
  }

  private static Optional<Verdict> refused(String detail) {
    return Optional.of(new Verdict(ParkingReason.HEADERS_REFUSED, detail));
  }

  /** Brokers know a few types that JMS does not; they are kept as text. */
  private static void put(Map<String, Object> headers, String name, @Nullable Object value) {
    if (value instanceof byte[] bytes) {
      headers.put(name, HexFormat.of().formatHex(bytes));
    } else if (value instanceof String || value instanceof Boolean || isNumber(value)) {
      headers.put(name, value);
    } else if (value != null) {
      headers.put(name, value.toString());
    }
  }

  /** Jakarta Messaging 3.1, section 3.5.4. */
  private static boolean isNumber(@Nullable Object value) {
    return value != null && NUMBERS.contains(value.getClass());
  }
}
