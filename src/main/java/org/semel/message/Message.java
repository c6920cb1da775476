// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Objects;

/**
 * The message that arrived: a copy, so that no session or connection of the broker leaks into the
 * core. Immutable and safe to share.
 *
 * @param headers every header and property that was read, as it came; the producer controls all of
 *     them
 * @param body the payload, byte for byte
 * @param origin where the broker says it comes from
 */
public record Message(Headers headers, Body body, Origin origin) {

  public Message {
    Objects.requireNonNull(headers, "headers");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(origin, "origin");
  }

  /** The same message with only those headers that {@code allowed} admits. */
  public Message exposing(AllowedHeaders allowed) {
    return new Message(headers.only(allowed), body, origin);
  }
}
