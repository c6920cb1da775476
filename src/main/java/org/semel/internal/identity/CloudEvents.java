// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.identity;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.message.Message;

/**
 * Where a CloudEvent keeps its attributes: in the body (structured mode) or in headers (binary
 * mode). JMS property names allow no hyphen and no colon, so bridges write the prefix in several
 * ways.
 *
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md">JSON
 *     event format</a>
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/amqp-protocol-binding.md">AMQP
 *     binding, section 3.1.3.1: attribute prefixes</a>
 */
final class CloudEvents {

  private static final List<String> PREFIXES =
      List.of("ce_", "cloudEvents_", "cloudEvents:", "ce-");

  /** Of the few attributes that are asked for: each with all its prefixes. */
  private static final Map<String, List<String>> HEADERS = new ConcurrentHashMap<>();

  private static final String STRUCTURED = "application/cloudevents";

  private CloudEvents() {}

  /** The value of a context attribute, wherever this event keeps it. */
  static Optional<String> attribute(Message message, String name) throws NotJson {
    return structured(message)
        ? Json.of(message.body()).member(name).flatMap(JsonValue::scalar)
        : header(message, name);
  }

  /** Digests what a resend must repeat for the event to be the same. */
  static byte[] meaning(Message message) throws NotJson {
    Json json = Json.of(message.body());
    boolean structured = structured(message);
    CanonicalDigest digest = new CanonicalDigest();
    for (String attribute : List.of("type", "subject")) {
      add(structured ? json.member(attribute) : text(message, attribute), digest);
    }
    add(structured ? json.member("data") : Optional.of(json.root()), digest);
    add(structured ? json.member("data_base64") : Optional.empty(), digest);
    return digest.bytes();
  }

  private static void add(Optional<JsonValue> value, CanonicalDigest digest) {
    value.ifPresentOrElse(digest::add, digest::addNothing);
  }

  private static Optional<JsonValue> text(Message message, String name) {
    return header(message, name).map(text -> new JsonValue(JsonValue.Kind.STRING, text));
  }

  /**
   * The content type decides (CloudEvents 1.0.2, AMQP binding, section 3); without one, the headers
   * do.
   */
  private static boolean structured(Message message) {
    Optional<String> contentType = message.body().contentType();
    boolean declared =
        contentType
            .filter(type -> type.toLowerCase(Locale.ROOT).startsWith(STRUCTURED))
            .isPresent();
    return declared || header(message, "id").isEmpty();
  }

  /** A loop: this runs several times for each message, and a stream costs more than the rest. */
  private static Optional<String> header(Message message, String name) {
    for (String header : headers(name)) {
      Optional<String> found = message.headers().text(header);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static List<String> headers(String name) {
    List<String> found = HEADERS.get(name);
    return found == null ? HEADERS.computeIfAbsent(name, CloudEvents::prefixed) : found;
  }

  private static List<String> prefixed(String name) {
    return PREFIXES.stream().map(prefix -> prefix + name).toList();
  }
}
