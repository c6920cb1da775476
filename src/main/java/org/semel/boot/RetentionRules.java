// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.semel.intent.Destination;
import org.semel.ops.Selection;
import org.semel.retention.Kept;
import org.semel.retention.Rule;

/** How long rows are kept, as the configuration says. */
final class RetentionRules {

  private final SemelSettings semel;
  private final BiFunction<String, String, Section> sections;

  /**
   * The rules of one configuration.
   *
   * @param sections of a kind, consumer or destination, and a name
   */
  RetentionRules(SemelSettings semel, BiFunction<String, String, Section> sections) {
    this.semel = semel;
    this.sections = sections;
  }

  Stream<Rule> ofSemel() {
    return Stream.of(new Rule(Kept.AUDIT, Rule.SEMEL, audit()));
  }

  Stream<Rule> ofConsumer(String name, ConsumerSettings consumer) {
    Stream<Rule> messages =
        Stream.of(
                Kept.CLAIM,
                Kept.DUPLICATE,
                Kept.EFFECT,
                Kept.ATTEMPT,
                Kept.WINDOW,
                Kept.BODY,
                Kept.PARKED,
                Kept.STORED)
            .filter(kept -> kept != Kept.WINDOW || consumer.keeping().byDay())
            .map(kept -> new Rule(kept, name, age(kept, name, consumer)));
    Stream<Rule> aggregates =
        consumer.order().stream().map(order -> new Rule(Kept.AGGREGATE, name, rest(name)));
    return Stream.concat(messages, Stream.concat(aggregates, plans(name)));
  }

  Stream<Rule> ofDestination(DestinationSettings destination) {
    Destination place = destination.policy().destination();
    return Stream.concat(
        Stream.of(new Rule(Kept.INTENT, place.name(), destination.evidence())),
        plans(Selection.owner(place)));
  }

  private Stream<Rule> plans(String owner) {
    return Stream.of(Kept.PLAN_ITEM, Kept.PLAN).map(kept -> new Rule(kept, owner, audit()));
  }

  private Duration age(Kept kept, String name, ConsumerSettings consumer) {
    return RetentionKeys.of(kept)
        .flatMap(key -> sections.apply("consumer", name).read(key))
        .orElse(consumer.keeping().remember());
  }

  private Duration rest(String consumer) {
    return sections
        .apply("consumer", consumer)
        .read(OrderKeys.AGGREGATE_RETENTION)
        .orElse(Rule.FOR_GOOD);
  }

  private Duration audit() {
    return semel.auditRetention().orElse(Rule.FOR_GOOD);
  }
}
