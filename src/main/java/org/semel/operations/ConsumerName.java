// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;

/**
 * The answer whether a consumer of this name is registered: a misspelt name differs from one
 * without messages.
 */
public sealed interface ConsumerName {

  /**
   * It is registered in the database.
   *
   * @param name its name
   * @param rule by which its messages are identified, as its policy writes it; empty for an
   *     idempotent consumer, of which the route knows the expression
   * @param keyForm the form of its keys, such as {@code <source>|<id>}, if its rule is known
   */
  record Known(String name, Optional<String> rule, Optional<String> keyForm)
      implements ConsumerName {}

  /** No application that ever started with this database has such a consumer. */
  record NoSuch() implements ConsumerName {}

  /** The consumer that {@code name} means among {@code all}. */
  static ConsumerName of(String name, List<Known> all) {
    return all.stream()
        .filter(known -> known.name().equals(name))
        .<ConsumerName>map(known -> known)
        .findFirst()
        .orElseGet(NoSuch::new);
  }
}
