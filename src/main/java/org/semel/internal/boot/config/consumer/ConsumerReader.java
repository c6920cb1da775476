// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.boot.config.consumer.ReadingKeys.FingerprintChoice;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.desk.operate.parked.ReplayRule;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Feed;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.IntakeRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Outages;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;

/** Reads the settings of one consumer, and checks its keys against each other. */
public final class ConsumerReader {

  private final ConfigSection section;
  private final IdentitySpec identities;

  public ConsumerReader(ConfigSection section, IdentitySpec identities) {
    this.section = section;
    this.identities = identities;
  }

  public ConsumerSettings read(String name) {
    ConsumerPolicy policy =
        new ConsumerPolicy(
            name, feed(name), reading(), concurrency(), attemptLimits(), processing());
    checkReplay();
    return new ConsumerSettings(
        policy,
        section.read(ConsumerKeys.SELECTOR),
        new SessionJoining(
            section.read(ConsumerKeys.RECEIVE),
            section.read(ConsumerKeys.RECOVERED_BY),
            LoginKeys.read(section)),
        section.read(ConsumerKeys.DEAD_LETTER_ADDRESS),
        claims(policy),
        section.read(MemoryKeys.ACCEPT_CHANGE),
        section.read(MemoryKeys.FORMERLY),
        section.read(MemoryKeys.REPLAY),
        section.read(MemoryKeys.KEEP_BODY),
        section.read(ConsumerKeys.EXPIRED),
        section.read(ConsumerKeys.EXTERNAL),
        EventTypeRule.of(section.read(ReadingKeys.EVENT_TYPE), policy.reading().identity()),
        ShownKeys.read(section));
  }

  private Processing processing() {
    Protocol protocol = section.read(ConsumerKeys.PROTOCOL);
    StoredReader storedReader = new StoredReader(section);
    StoredPolicy stored = storedReader.read();
    storedReader.check(protocol);
    return new Processing(
        protocol,
        protocol == Protocol.STORE_FIRST ? Optional.of(stored) : Optional.empty(),
        new OrderReader(section, identities).read(stored.retries().backoff()));
  }

  /** What is stored first records its intents later, when no one suppresses them any more. */
  private void checkReplay() {
    if (section.read(ConsumerKeys.PROTOCOL) == Protocol.STORE_FIRST
        && section.read(MemoryKeys.REPLAY) == ReplayRule.WITHOUT_INTENTS) {
      section.fault(MemoryKeys.REPLAY, "must be allowed or forbidden with protocol=store-first");
    }
  }

  private Feed feed(String name) {
    String queue = section.read(ConsumerKeys.QUEUE);
    return new Feed(
        section.read(ConsumerKeys.BROKER),
        queue.isEmpty() ? name : queue,
        section.read(ConsumerKeys.CONNECTION_FACTORY));
  }

  private IntakeRules reading() {
    String identity = section.read(ReadingKeys.IDENTITY);
    try {
      identities.rule(identity);
    } catch (RuntimeException e) {
      section.fault(ReadingKeys.IDENTITY, String.valueOf(e.getMessage()));
    }
    return new IntakeRules(
        identity,
        profile(section.read(ReadingKeys.FINGERPRINT), identity),
        section.read(ReadingKeys.HEADERS),
        new Limits(
            section.read(ReadingKeys.MAX_BODY),
            section.read(ReadingKeys.MAX_HEADERS),
            section.read(ReadingKeys.MAX_HEADER_LENGTH)));
  }

  private static FingerprintProfile profile(FingerprintChoice fingerprint, String identity) {
    return switch (fingerprint) {
      case AUTO ->
          identity.equals("cloudevent") ? FingerprintProfile.CLOUDEVENT : FingerprintProfile.EXACT;
      case NONE -> FingerprintProfile.NONE;
      case EXACT -> FingerprintProfile.EXACT;
      case JSON -> FingerprintProfile.JSON;
      case CLOUDEVENT -> FingerprintProfile.CLOUDEVENT;
    };
  }

  private Concurrency concurrency() {
    Duration timeout = section.read(PaceKeys.TRANSACTION_TIMEOUT);
    Duration wait = section.read(PaceKeys.RECEIVE_WAIT);
    if (wait.multipliedBy(2).compareTo(timeout) > 0) {
      section.fault(PaceKeys.RECEIVE_WAIT, "must be no more than half of the transaction timeout");
    }
    return new Concurrency(
        section.read(PaceKeys.WORKERS),
        new BatchLimit(section.read(PaceKeys.BATCH), section.read(PaceKeys.BATCH_BYTES)),
        timeout,
        new Waits(wait, outage(), section.read(PaceKeys.DRAIN)));
  }

  private Backoff outage() {
    Duration first = section.read(OutageKeys.FIRST);
    Duration most = section.read(OutageKeys.MOST);
    if (most.compareTo(first) < 0) {
      section.fault(OutageKeys.MOST, "must be at least " + OutageKeys.FIRST.name());
      return new Backoff(first, first);
    }
    return new Backoff(first, most);
  }

  private AttemptLimits attemptLimits() {
    int attempts = section.read(ConsumerKeys.ATTEMPTS);
    int deliveries = section.read(ConsumerKeys.DELIVERIES);
    if (deliveries <= attempts) {
      section.fault(ConsumerKeys.DELIVERIES, "must be more than " + ConsumerKeys.ATTEMPTS.name());
    }
    return new AttemptLimits(
        attempts,
        deliveries,
        new Outages(section.read(OutageKeys.STOPS), section.read(OutageKeys.KINDS)));
  }

  private ClaimStrategy claims(ConsumerPolicy policy) {
    ClaimStrategy claims =
        new ClaimStrategy(
            section.read(MemoryKeys.STRATEGY),
            section.read(MemoryKeys.IDENTITY_TIME).mint(),
            section.read(MemoryKeys.REMEMBER));
    new MemoryRules(section).check(policy, claims);
    return claims;
  }
}
