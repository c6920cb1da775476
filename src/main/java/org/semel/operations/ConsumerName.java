// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import org.semel.internal.identity.KeyForm;

/** What is known of a consumer's name, so that a misspelt one is told from one of no messages. */
public sealed interface ConsumerName {

  /**
   * It is registered in the database.
   *
   * @param name its name
   * @param rule by which its messages are identified, as its policy writes it; empty for an
   *     idempotent consumer, of which the route knows the expression
   */
  record Known(String name, Optional<String> rule) implements ConsumerName {

    /** The form of its keys, such as {@code <source>|<id>}, if its rule is known. */
    public Optional<String> keyForm() {
      return rule.map(KeyForm::of);
    }
  }

  /**
   * No application that ever started with this database has such a consumer.
   *
   * @param known those that there are
   */
  record NoSuch(List<String> known) implements ConsumerName {}

  /** What {@code name} is among {@code all}. */
  static ConsumerName of(String name, List<Known> all) {
    return all.stream()
        .filter(known -> known.name().equals(name))
        .<ConsumerName>map(known -> known)
        .findFirst()
        .orElseGet(() -> new NoSuch(all.stream().map(Known::name).toList()));
  }
}
