// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Types of events, so few of them that their series can be kept: producers choose the types, and a
 * series for each would fill the memory. The first ones that come are counted by their name; all
 * further ones are {@value #OTHER}. Safe for any thread.
 */
public final class BoundedTypes {

  /** For all that came too late to have a name. */
  public static final String OTHER = "other";

  /** For messages without a type. */
  public static final String NONE = "";

  static final int MOST_OF_CONSUMER = 100;
  static final int MOST_OF_NODE = 300;
  private static final int LONGEST = 120;

  private final Map<String, Map<String, String>> known = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /** The type under which {@code type} is counted, for this consumer. */
  public String of(String consumer, Optional<String> type) {
    return type.isEmpty() || type.get().isBlank() ? NONE : bounded(consumer, type.get());
  }

  private String bounded(String consumer, String type) {
    Map<String, String> types = known.computeIfAbsent(consumer, first -> new ConcurrentHashMap<>());
    String found = types.get(type);
    return found == null ? admitted(types, type) : found;
  }

  /** Several threads may pass the bound together, by no more than their number. */
  private String admitted(Map<String, String> types, String type) {
    boolean fits = types.size() < MOST_OF_CONSUMER && count.get() < MOST_OF_NODE;
    if (!fits || type.length() > LONGEST || type.chars().anyMatch(Character::isISOControl)) {
      return OTHER;
    }
    if (types.putIfAbsent(type, type) == null) {
      count.incrementAndGet();
    }
    return type;
  }
}
