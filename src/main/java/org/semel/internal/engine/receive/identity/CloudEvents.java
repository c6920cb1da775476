// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.message.Body;
import org.semel.message.Digest;
import org.semel.message.Message;

/**
 * Finds a CloudEvent's attributes: in the body (structured mode) or in headers (binary mode). JMS
 * property names allow no hyphen and no colon, so bridges write the prefix in several ways.
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

  /** The header names of the few attributes that are asked for, each with all its prefixes. */
  private static final Map<String, List<String>> HEADERS = new ConcurrentHashMap<>();

  private static final JsonPointer DATA = JsonPointer.of("/data");
  private static final JsonPointer BASE64 = JsonPointer.of("/data_base64");

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
    CanonicalDigest digest = new CanonicalDigest();
    if (structured(message)) {
      Json json = Json.of(message.body());
      add(json.member("type"), digest);
      add(json.member("subject"), digest);
      structuredData(message.body(), json, digest);
    } else {
      add(text(message, "type"), digest);
      add(text(message, "subject"), digest);
      data(message.body(), message.body().contentType(), digest);
    }
    return digest.bytes();
  }

  /**
   * Data that is not JSON stands in {@code data} as a text, or in {@code data_base64}. Its bytes
   * are the body that the event has in binary mode.
   */
  private static void structuredData(Body event, Json json, CanonicalDigest digest) throws NotJson {
    Optional<String> type = json.member("datacontenttype").flatMap(JsonValue::scalar);
    boolean isEncoded = json.member("data_base64").isPresent(); // else the body is read once
    Optional<byte[]> encoded =
        isEncoded ? Json.string(event, BASE64).flatMap(CloudEvents::decoded) : Optional.empty();
    Optional<byte[]> bytes =
        encoded.isPresent() || isJson(type)
            ? encoded
            : Json.string(event, DATA).map(text -> text.getBytes(StandardCharsets.UTF_8));
    if (bytes.isPresent()) {
      data(Body.bytes(bytes.get(), null), type, digest);
    } else {
      add(json.member("data"), digest);
      add(json.member("data_base64"), digest);
    }
  }

  /** Data as the body of an event: the value that it is, if it is JSON; otherwise its bytes. */
  private static void data(Body data, Optional<String> type, CanonicalDigest digest)
      throws NotJson {
    Optional<JsonValue> value =
        data.size() > 0 && isJson(type) ? value(data, type) : Optional.empty();
    add(value, digest);
    add(
        value.isPresent() || data.size() == 0 ? Optional.empty() : Optional.of(bytes(data)),
        digest);
  }

  /**
   * The data as a JSON value; empty if it is not JSON and no {@code datacontenttype} says that it
   * is.
   */
  private static Optional<JsonValue> value(Body data, Optional<String> type) throws NotJson {
    try {
      return Optional.of(Json.of(data).root());
    } catch (NotJson e) {
      if (type.isPresent()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static JsonValue bytes(Body data) {
    String digest = new String(Digest.of(data.bytes()), StandardCharsets.ISO_8859_1);
    return new JsonValue(JsonValue.Kind.STRING, digest);
  }

  private static Optional<byte[]> decoded(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** CloudEvents 1.0.2, JSON event format, section 3.1: none is JSON's. */
  private static boolean isJson(Optional<String> type) {
    String essence = type.map(text -> text.split(";", 2)[0].strip()).orElse("application/json");
    String lower = essence.toLowerCase(Locale.ROOT);
    return lower.endsWith("/json") || lower.endsWith("+json");
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
