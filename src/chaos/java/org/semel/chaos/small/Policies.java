// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.message.AllowedHeaders;

/** How a small node works: in short waits, so that a crash is soon over. */
final class Policies {

  static final Destination CONFIRMATION = new Destination("confirmation");

  /** One alone takes what is there in one transaction, and nothing else goes on beside it. */
  private static final int WORKERS = Integer.getInteger("small.workers", 4);

  private Policies() {}

  static ConsumerPolicy receiving(Settings settings) {
    return new ConsumerPolicy(
        SmallNode.QUEUE,
        new ConsumerPolicy.Feed("", SmallNode.QUEUE, "none"),
        new ConsumerPolicy.IntakeRules(
            "cloudevent",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of()),
            new ConsumerPolicy.Limits(1 << 20, 100, 1000)),
        new ConsumerPolicy.Concurrency(
            WORKERS,
            new BatchLimit(10, 1 << 20),
            settings.patience().transaction(),
            new ConsumerPolicy.Waits(
                Duration.ofMillis(200),
                new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
                Duration.ofSeconds(20))),
        new ConsumerPolicy.AttemptLimits(3, 1_000),
        processing(settings.kind()));
  }

  private static Processing processing(Kind kind) {
    return switch (kind) {
      case STORE_FIRST -> Processing.later(workingOff());
      case ACK_AFTER_COMMIT -> Processing.by(Protocol.ACK_AFTER_COMMIT);
      default -> Processing.by(Protocol.XA);
    };
  }

  private static StoredPolicy workingOff() {
    return new StoredPolicy(
        1,
        Duration.ofSeconds(3),
        Duration.ofMillis(200),
        new StoredPolicy.Retries(
            new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
            Set.of(),
            Set.of(),
            new StoredPolicy.Budget(20, 10)));
  }

  /** To a provider, under leases; or into a queue, one by one. */
  static DestinationPolicy relayingFor(Kind kind) {
    return kind == Kind.TRANSFER
        ? relaying(
            Transfer.XA,
            new DestinationPolicy.Throughput(1, 1, lease(), poll()),
            Contract.Keys.HONOURED)
        : relaying(
            Transfer.LEASE,
            new DestinationPolicy.Throughput(4, 20, lease(), poll()),
            kind == Kind.KEYS_IGNORED ? Contract.Keys.IGNORED : Contract.Keys.HONOURED);
  }

  private static Duration lease() {
    return Duration.ofSeconds(5);
  }

  private static Duration poll() {
    return Duration.ofMillis(500);
  }

  private static DestinationPolicy relaying(
      Transfer transfer, DestinationPolicy.Throughput pace, Contract.Keys keys) {
    return new DestinationPolicy(
        CONFIRMATION,
        new DestinationPolicy.Dispatch(AllowedHeaders.of(List.of()), Optional.empty(), transfer),
        pace,
        new DestinationPolicy.RetryPolicy(
            1000,
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)),
            DestinationPolicy.Breaker.NONE),
        new Contract(keys, Duration.ofDays(1), "Location"));
  }
}
