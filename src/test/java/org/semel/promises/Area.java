// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.util.List;
import java.util.Set;
import org.semel.promises.Promises.Promise;

/**
 * A part of the product that promises something.
 *
 * @param name what it is called
 * @param least how many promises that name a test it has at least; raise it with them
 * @param chapters of the pages that speak of it
 */
public record Area(String name, int least, Set<String> chapters) {

  /** Those of the message store. */
  public static final List<Area> STORE =
      List.of(
          new Area("the ten scenarios", 10, Set.of("The ten scenarios")),
          new Area(
              "strategies",
              21,
              Set.of("Strategies", "Days of claims (`strategy=window`, `identity-time`)")),
          new Area("inbox life cycle", 22, Set.of("Stored messages (`store-first`)")),
          new Area("ordering", 14, Set.of("Versions in order")),
          new Area("conflicts", 6, Set.of("Conflicts")),
          new Area("operators", 26, Set.of("Operators")),
          new Area("retention", 11, Set.of("Retention")),
          new Area(
              "intents",
              43,
              Set.of(
                  "Intents",
                  "Relay",
                  "Order of intents (`order-by=header:orderId`)",
                  "Into a queue, once (`transfer=xa`)",
                  "What a person may do to an intent")));

  public Area {
    chapters = Set.copyOf(chapters);
  }

  /** Those of {@code promises} that it makes, and that name a test. */
  public List<Promise> of(List<Promise> promises) {
    return promises.stream()
        .filter(promise -> chapters.contains(promise.chapter()) && !promise.tests().isEmpty())
        .toList();
  }
}
