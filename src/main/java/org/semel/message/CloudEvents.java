// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
  private static final String STRUCTURED = "application/cloudevents";

  private CloudEvents() {}

  /** The value of a context attribute, wherever this event keeps it. */
  static Optional<String> attribute(Message message, String name) throws NotJson {
    return structured(message)
        ? message.body().json().member(name).flatMap(Json::scalar)
        : header(message, name);
  }

  /** What a resend must repeat for the event to be the same. */
  static List<Optional<Object>> meaning(Message message) throws NotJson {
    return List.of(
        attribute(message, "type").map(Object.class::cast),
        attribute(message, "subject").map(Object.class::cast),
        data(message));
  }

  private static Optional<Object> data(Message message) throws NotJson {
    Json json = message.body().json();
    if (!structured(message)) {
      return Optional.of(json.root());
    }
    Optional<Object> data = json.member("data");
    return data.isPresent() ? data : json.member("data_base64");
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

  private static Optional<String> header(Message message, String name) {
    return PREFIXES.stream()
        .flatMap(prefix -> message.headers().text(prefix + name).stream())
        .findFirst();
  }
}
