// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import org.semel.message.AllowedHeaders;

/** The keys of how a consumer reads a message: its identity, its body, its headers. */
final class ReadingKeys {

  /**
   * As {@link org.semel.message.FingerprintProfile}, with a choice that follows the identity rule.
   */
  enum Fingerprint {
    /** {@code cloudevent} for CloudEvents, otherwise {@code exact}. */
    AUTO,
    /** No comparison, no conflicts. */
    NONE,
    /** Byte for byte. */
    EXACT,
    /** As JSON. */
    JSON,
    /** Type, subject and data of a CloudEvent. */
    CLOUDEVENT
  }

  static final Key<String> IDENTITY =
      new Key<>(
          "identity",
          "cloudevent",
          Values.rule(
              "cloudevent, header:JMS…, property:name, json:/pointer, simple:expression,"
                  + " composite:rule,rule, aggregate:rule,rule"),
          "What makes two deliveries the same. Must be minted by the producer: the broker's message"
              + " id changes when a producer sends again, and serves only if named here"
              + " (header:JMSMessageID).");

  static final Key<Fingerprint> FINGERPRINT =
      new Key<>(
          "fingerprint",
          "auto",
          Values.oneOf(Fingerprint.class),
          "Which of two bodies under one identity count as the same; others are parked as CONFLICT."
              + " auto: cloudevent where identity is cloudevent, otherwise exact.");

  static final Key<AllowedHeaders> HEADERS =
      new Key<>(
          "headers",
          "traceparent, tracestate, baggage, ce_*, cloudEvents_*, contentType, content_type,"
              + " JMSType, JMSCorrelationID, JMSMessageID, JMSTimestamp",
          Values.headers(),
          "The headers that the route gets to see. Headers that steer Camel never pass, whatever"
              + " stands here.");

  static final Key<Integer> MAX_BODY =
      new Key<>(
          "max-body",
          "32MiB",
          Values.bytes("1KiB", "512MiB"),
          "A larger body is parked as BODY_TOO_LARGE.");

  static final Key<Integer> MAX_HEADERS =
      new Key<>(
          "max-headers",
          "200",
          Values.number(10, 10_000),
          "More headers than this are parked as HEADERS_REFUSED.");

  static final Key<Integer> MAX_HEADER_LENGTH =
      new Key<>(
          "max-header-length",
          "8KiB",
          Values.bytes("128B", "1MiB"),
          "A longer header is parked as HEADERS_REFUSED.");

  private ReadingKeys() {}
}
