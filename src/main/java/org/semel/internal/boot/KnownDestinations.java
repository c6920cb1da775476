// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Destinations;

/** The known destinations, and the names that routes give their intents. Safe for any thread. */
final class KnownDestinations implements Destinations {

  /** Per destination: names that messages choose must not fill the memory. */
  private static final int MOST_NAMES = 1_000;

  private final Supplier<Collection<Destination>> all;
  private final Map<Destination, Set<String>> names = new ConcurrentHashMap<>();

  KnownDestinations(Supplier<Collection<Destination>> all) {
    this.all = all;
  }

  void name(Destination destination, String name) {
    Set<String> there = names.computeIfAbsent(destination, first -> new ConcurrentSkipListSet<>());
    if (there.size() < MOST_NAMES) {
      there.add(name);
    }
  }

  @Override
  public Collection<Destination> all() {
    return all.get();
  }

  @Override
  public Collection<String> names(Destination destination) {
    return List.copyOf(names.getOrDefault(destination, Set.of()));
  }
}
