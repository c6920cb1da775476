// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.send.Destination;
import org.semel.operations.Selection;

/** The retention rules of the configuration. */
public final class RetentionRules {

  /** How long a repeated request is recognised; longer than anybody tries again. */
  private static final Duration REQUESTS = Duration.ofDays(1);

  private final SemelSettings semel;

  /** The rules of one configuration. */
  RetentionRules(SemelSettings semel) {
    this.semel = semel;
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
            .map(kept -> new RetentionRule(kept, name, age(kept, consumer)));
    Stream<RetentionRule> aggregates =
        consumer.order().stream()
            .map(order -> new RetentionRule(RetainedKind.AGGREGATE, name, rest(consumer)));
    Stream<RetentionRule> intents =
        consumer.claims().strategy().remembers()
            ? Stream.empty()
            : Stream.of(RetentionRule.relyingOnIntents(name, consumer.keys().reach()));
    return Stream.of(messages, aggregates, intents, plans(name)).flatMap(Function.identity());
  }

  public Stream<RetentionRule> ofDestination(DestinationSettings destination) {
    Destination place = destination.policy().destination();
    return Stream.concat(
        Stream.of(
            new RetentionRule(RetainedKind.INTENT, place.name(), destination.keys().evidence())),
        plans(Selection.owner(place.name())));
  }

  private Stream<RetentionRule> plans(String owner) {
    return Stream.of(RetainedKind.PLAN_ITEM, RetainedKind.PLAN)
        .map(kept -> new RetentionRule(kept, owner, audit()));
  }

  /** The consumer's own time for such rows, or that of its identities. */
  private static Duration age(RetainedKind kept, ConsumerSettings consumer) {
    ConsumerKeys keys = consumer.keys();
    Optional<Duration> own =
        switch (kept) {
          case BODY -> keys.bodyRetention();
          case PARKED -> keys.parkedRetention();
          case STORED -> keys.storedRetention();
          case DUPLICATE, EFFECT -> keys.traceRetention();
          default -> Optional.empty();
        };
    return own.orElse(keys.remember());
  }

  private static Duration rest(ConsumerSettings consumer) {
    return consumer.keys().aggregateRetention().orElse(RetentionRule.FOR_GOOD);
  }

  private Duration audit() {
    return semel.auditRetention().orElse(RetentionRule.FOR_GOOD);
  }
}
