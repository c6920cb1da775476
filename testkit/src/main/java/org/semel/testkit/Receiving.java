// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonPointer;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.StringReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.testkit.Run.Sent;

/**
 * A consumer of a deployed application.
 *
 * @param identity its rule, as the policy writes it
 */
record Receiving(String queue, String connectionFactory, String identity) {

  private static final List<String> EVENT_IDS = List.of("ce_id", "cloudEvents_id");

  /**
   * The same message under another identity: what the rule reads has this mark behind it.
   *
   * @throws IllegalStateException if the message has no text there, or the rule reads what a test
   *     cannot write
   */
  Sent marked(Sent message, String mark) {
    return marked(identity, message, mark)
        .orElseThrow(
            () ->
                NotInServer.because(
                    "another identity by the rule %s for each run of the consumer %s"
                        .formatted(identity, message.consumer())));
  }

  private static Optional<Sent> marked(String rule, Sent message, String mark) {
    String argument = rule.substring(rule.indexOf(':') + 1);
    return switch (rule.replaceFirst(":.*", "")) {
      case "cloudevent" ->
          EVENT_IDS.stream()
              .flatMap(id -> property(id, message, mark).stream())
              .findFirst()
              .or(() -> field("/id", message, mark));
      case "property" -> property(argument, message, mark);
      case "json" -> field(argument, message, mark);
      case "composite" ->
          Arrays.stream(argument.split("(?<!\\\\),"))
              .flatMap(part -> marked(part.strip(), message, mark).stream())
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static Optional<Sent> property(String name, Sent message, String mark) {
    return Optional.ofNullable(message.properties().get(name))
        .map(
            value -> {
              Map<String, String> properties = new HashMap<>(message.properties());
              properties.put(name, value + mark);
              return new Sent(message.consumer(), message.body(), Map.copyOf(properties));
            });
  }

  private static Optional<Sent> field(String place, Sent message, String mark) {
    try (JsonReader reader = Json.createReader(new StringReader(message.body()))) {
      JsonObject body = reader.readObject();
      JsonPointer pointer = Json.createPointer(place);
      if (!pointer.containsValue(body) || !(pointer.getValue(body) instanceof JsonString text)) {
        return Optional.empty();
      }
      JsonObject other = pointer.replace(body, Json.createValue(text.getString() + mark));
      return Optional.of(new Sent(message.consumer(), other.toString(), message.properties()));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }
}
