// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.boot.config.consumer.ConsumerSettings;
import org.semel.internal.boot.config.consumer.MemoryRules;
import org.semel.internal.boot.config.consumer.OrderKeys;
import org.semel.internal.boot.config.consumer.RetentionKeys;
import org.semel.internal.boot.config.destination.DestinationSettings;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.send.Destination;
import org.semel.operations.Selection;

/** The retention rules of the configuration. */
public final class RetentionRules {

  /** How long a repeated request is recognised; longer than anybody tries again. */
  private static final Duration REQUESTS = Duration.ofDays(1);

  private final SemelSettings semel;
  private final BiFunction<String, String, ConfigSection> sections;

  /**
   * The rules of one configuration.
   *
   * @param sections of a kind, consumer or destination, and a name
   */
  RetentionRules(SemelSettings semel, BiFunction<String, String, ConfigSection> sections) {
    this.semel = semel;
    this.sections = sections;
  }

  Stream<RetentionRule> ofSemel() {
    return Stream.of(
        new RetentionRule(RetainedKind.AUDIT, RetentionRule.SEMEL, audit()),
        new RetentionRule(RetainedKind.REQUEST, RetentionRule.SEMEL, REQUESTS));
  }

  public Stream<RetentionRule> ofConsumer(String name, ConsumerSettings consumer) {
    Stream<RetentionRule> messages =
        Stream.of(
                RetainedKind.CLAIM,
                RetainedKind.DUPLICATE,
                RetainedKind.EFFECT,
                RetainedKind.ATTEMPT,
                RetainedKind.WINDOW,
                RetainedKind.BODY,
                RetainedKind.PARKED,
                RetainedKind.STORED)
            .filter(kept -> kept != RetainedKind.WINDOW || consumer.claims().byDay())
            .map(kept -> new RetentionRule(kept, name, age(kept, name, consumer)));
    Stream<RetentionRule> aggregates =
        consumer.order().stream()
            .map(order -> new RetentionRule(RetainedKind.AGGREGATE, name, rest(name)));
    Stream<RetentionRule> intents =
        consumer.claims().strategy().remembers()
            ? Stream.empty()
            : Stream.of(RetentionRule.relyingOnIntents(name, horizon(name, consumer)));
    return Stream.of(messages, aggregates, intents, plans(name)).flatMap(Function.identity());
  }

  public Stream<RetentionRule> ofDestination(DestinationSettings destination) {
    Destination place = destination.policy().destination();
    return Stream.concat(
        Stream.of(new RetentionRule(RetainedKind.INTENT, place.name(), destination.evidence())),
        plans(Selection.owner(place.name())));
  }

  /** How long after its first effect a message of this consumer can come back. */
  public Duration horizon(String name, ConsumerSettings consumer) {
    return new MemoryRules(sections.apply("consumer", name)).reach(consumer.policy());
  }

  private Stream<RetentionRule> plans(String owner) {
    return Stream.of(RetainedKind.PLAN_ITEM, RetainedKind.PLAN)
        .map(kept -> new RetentionRule(kept, owner, audit()));
  }

  private Duration age(RetainedKind kept, String name, ConsumerSettings consumer) {
    return RetentionKeys.of(kept)
        .flatMap(key -> sections.apply("consumer", name).read(key))
        .orElse(consumer.claims().remember());
  }

  private Duration rest(String consumer) {
    return sections
        .apply("consumer", consumer)
        .read(OrderKeys.AGGREGATE_RETENTION)
        .orElse(RetentionRule.FOR_GOOD);
  }

  private Duration audit() {
    return semel.auditRetention().orElse(RetentionRule.FOR_GOOD);
  }
}
