// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.semel.message.Digest;
import org.semel.message.Headers;
import org.semel.message.TraceParent;

/**
 * The headers of an intent that say what its effect is, as its body does. Others tell of a delivery
 * (its trace, what broker or client note about a message), and differ whenever the message comes
 * again.
 */
public final class EffectHeaders {

  /** The headers of traces: those of W3C, B3, Jaeger, X-Ray and Camel itself. */
  private static final Set<String> TRACE =
      Set.of(
          TraceParent.HEADER,
          TraceParent.STATE,
          "baggage",
          "b3",
          "uber-trace-id",
          "x-amzn-trace-id",
          "breadcrumbid");

  /** A CloudEvent has one before each of its attributes, those of its trace included. */
  private static final List<String> OF_AN_EVENT =
      List.of("ce_", "ce-", "cloudevents_", "cloudevents:");

  /**
   * The prefixes of headers in which JMS and brokers note facts about a message, and of B3's
   * headers for single parts.
   */
  private static final List<String> OF_A_DELIVERY = List.of("jms", "_amq_", "__amq_", "x-b3-");

  /** The JMS headers that a producer sets; all others are the JMS provider's. */
  private static final Set<String> OF_A_PRODUCER = Set.of("jmstype", "jmscorrelationid");

  private static final UUID NONE = Digest.uuid();

  private EffectHeaders() {}

  /** The digest of their names, whatever the letter case and the order, types and values. */
  public static UUID digest(Headers headers) {
    if (headers.size() == 0) {
      return NONE;
    }
    Map<String, Object> told = new TreeMap<>();
    headers.forEach(
        (name, value) -> {
          String folded = name.toLowerCase(Locale.ROOT);
          if (!isOfADelivery(folded)) {
            told.put(folded, value);
          }
        });
    return told.isEmpty()
        ? NONE
        : Digest.uuid(
            told.entrySet().stream()
                .flatMap(
                    one ->
                        Stream.of(
                            one.getKey(),
                            one.getValue().getClass().getSimpleName(),
                            one.getValue().toString()))
                .toArray(String[]::new));
  }

  private static boolean isOfADelivery(String folded) {
    return TRACE.contains(folded)
        || OF_AN_EVENT.stream()
            .anyMatch(
                prefix ->
                    folded.startsWith(prefix) && TRACE.contains(folded.substring(prefix.length())))
        || (OF_A_DELIVERY.stream().anyMatch(folded::startsWith) && !OF_A_PRODUCER.contains(folded));
  }
}
