// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import static org.semel.message.Messages.keyed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.semel.message.Message;

/**
 * A few messages, some of them twice; in some runs the last one is poison, and the first two go
 * through a route of two steps.
 */
final class Input {

  private static final int KEYS = 4;

  private final List<Message> messages = new ArrayList<>();
  private final boolean poisoned;
  private final boolean stepped;

  Input(Choices choices) {
    for (int key = 0; key < KEYS; key++) {
      messages.add(keyed("k" + key, "b", 1));
      if (choices.any(3) == 1) {
        messages.add(choices.any(messages.size()), keyed("k" + key, "b", 1));
      }
    }
    poisoned = choices.any(3) == 1;
    stepped = choices.any(2) == 1;
  }

  List<Message> messages() {
    return messages;
  }

  List<String> innocents() {
    return IntStream.range(0, KEYS).mapToObj(key -> "k" + key).filter(k -> !isPoison(k)).toList();
  }

  Optional<String> poison() {
    return IntStream.range(0, KEYS).mapToObj(key -> "k" + key).filter(this::isPoison).findAny();
  }

  boolean isPoison(String key) {
    return poisoned && key.equals("k" + (KEYS - 1));
  }

  boolean isStepped(String key) {
    return stepped && (key.equals("k0") || key.equals("k1"));
  }
}
