// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.Optional;
import org.semel.message.HeaderNames;
import org.semel.message.Message;

/**
 * Finds the type of a message, for counters. A type never decides what becomes of a message. Pure;
 * any thread.
 */
@FunctionalInterface
public interface EventTypeRule {

  /** The event type that the message names, unchecked; empty if it names none. */
  Optional<String> of(Message message);

  /**
   * The rule that a policy names.
   *
   * @param named {@code auto}, {@code none}, {@code cloudevent} or {@code property:} and a name
   * @param identity the identity rule of the same policy, which {@code auto} follows
   */
  static EventTypeRule of(String named, String identity) {
    String rule = named.equals("auto") ? identity : named;
    if (rule.equals("cloudevent")) {
      return EventTypeRule::ofCloudEvent;
    }
    return named.startsWith("property:")
        ? ofHeader(HeaderNames.readBack(named.substring("property:".length())))
        : message -> Optional.empty();
  }

  private static EventTypeRule ofHeader(String name) {
    return message -> message.headers().text(name);
  }

  /** A body whose identity was read from it has been parsed already. */
  private static Optional<String> ofCloudEvent(Message message) {
    try {
      return CloudEvents.attribute(message, "type");
    } catch (NotJson e) {
      return Optional.empty();
    }
  }
}
