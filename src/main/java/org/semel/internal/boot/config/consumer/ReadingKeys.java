// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.regex.Pattern;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.message.AllowedHeaders;

/** The keys of how a consumer reads a message: its identity, its body, its headers. */
final class ReadingKeys {

  /**
   * As {@link org.semel.internal.engine.receive.identity.FingerprintProfile}, with a choice that
   * follows the identity rule.
   */
  enum FingerprintChoice {
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

  static final ConfigKey<String> IDENTITY =
      new ConfigKey<>(
          "identity",
          "cloudevent",
          ValueType.rule(
              "cloudevent, header:JMS…, property:name, json:/pointer, simple:expression,"
                  + " composite:rule,rule, aggregate:rule,rule"),
          "The rule for the identity: two deliveries with the same identity are the same message. The producer must mint"
              + " it. The broker's message id changes when a producer sends again, and serves only if named here"
              + " (header:JMSMessageID).");

  static final ConfigKey<FingerprintChoice> FINGERPRINT =
      new ConfigKey<>(
          "fingerprint",
          "auto",
          ValueType.oneOf(FingerprintChoice.class),
          "How two bodies with the same identity are compared; a different body is parked as CONFLICT. auto: cloudevent if"
              + " identity is cloudevent, otherwise exact.");

  static final ConfigKey<String> EVENT_TYPE =
      new ConfigKey<>(
          "event-type",
          "auto",
          ValueType.matching(
              "auto, none, cloudevent, property:name",
              Pattern.compile("auto|none|cloudevent|property:[A-Za-z0-9_.-]{1,64}")),
          "By which type of events the counters tell messages apart; nothing else depends on it. auto: cloudevent if"
              + " identity is cloudevent, otherwise none. Of 100 types of a consumer, and 300 on a node, the name is shown; all"
              + " that come later are counted as other.");

  static final ConfigKey<AllowedHeaders> HEADERS =
      new ConfigKey<>(
          "headers",
          "traceparent, tracestate, baggage, ce_*, ce-*, cloudEvents_*, contentType, content_type,"
              + " JMSType, JMSCorrelationID, JMSMessageID, JMSTimestamp",
          ValueType.headers(),
          "The headers that the route receives. Headers that control Camel never pass, whatever this list says.");

  static final ConfigKey<Integer> MAX_BODY =
      new ConfigKey<>(
          "max-body",
          "32MiB",
          ValueType.bytes("1KiB", "512MiB"),
          "A message with a larger body is parked as BODY_TOO_LARGE.");

  static final ConfigKey<Integer> MAX_HEADERS =
      new ConfigKey<>(
          "max-headers",
          "200",
          ValueType.number(10, 10_000),
          "A message with more headers is parked as HEADERS_REFUSED.");

  static final ConfigKey<Integer> MAX_HEADER_LENGTH =
      new ConfigKey<>(
          "max-header-length",
          "8KiB",
          ValueType.bytes("128B", "1MiB"),
          "A message with a longer header is parked as HEADERS_REFUSED.");

  private ReadingKeys() {}
}
