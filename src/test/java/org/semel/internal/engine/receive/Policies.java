// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.List;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.AllowedHeaders;

/** Policies for tests in which the pace does not matter. */
public final class Policies {

  private Policies() {}

  /** Bodies byte for byte, all headers, three attempts. */
  public static ConsumerPolicy of(String consumer) {
    return new ConsumerPolicy(
        consumer,
        new ConsumerPolicy.Feed("", consumer, "jms/XA"),
        new ConsumerPolicy.IntakeRules(
            "property:key",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of("*")),
            new ConsumerPolicy.Limits(1 << 20, 100, 1000)),
        new ConsumerPolicy.Concurrency(
            1,
            new BatchLimit(1, 1 << 20),
            Duration.ofSeconds(20),
            new ConsumerPolicy.Waits(
                Duration.ofMillis(200),
                new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
                Duration.ofSeconds(20))),
        new ConsumerPolicy.AttemptLimits(3, 40));
  }
}
