// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The form of a consumer's keys, for people who look one up: {@code <source>|<id>} of a CloudEvent.
 * In a key of several parts, a bar or a backslash inside one part is written with a backslash
 * before it.
 */
public final class KeyForm {

  private KeyForm() {}

  /** The form of the keys that {@code rule} finds, which is written as a policy writes it. */
  public static String of(String rule) {
    int colon = rule.indexOf(':');
    String kind = colon < 0 ? rule : rule.substring(0, colon);
    String argument = rule.substring(colon + 1);
    return switch (kind) {
      case "cloudevent" -> "<source>|<id>";
      case "composite", "aggregate" ->
          Arrays.stream(argument.split("(?<!\\\\),", -1))
              .map(part -> of(part.replace("\\,", ",").strip()))
              .collect(Collectors.joining("|"));
      default -> "<" + argument + ">";
    };
  }
}
