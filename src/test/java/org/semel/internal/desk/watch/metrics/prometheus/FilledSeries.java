// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.Destination;
import org.semel.message.AllowedHeaders;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** The series after messages of many event types. */
public final class FilledSeries {

  private final ReceiveMetrics receives;

  private FilledSeries(SeriesRegistry registry) {
    receives = new ReceiveMetrics(registry, new DatabaseTime(System::nanoTime));
  }

  /** So many consumers, each with so many types of its own, and five destinations. */
  public static void of(SeriesRegistry registry, int consumers, int types) {
    FilledSeries series = new FilledSeries(registry);
    RelayMetrics relays = new RelayMetrics(registry);
    for (int destination = 0; destination < 5; destination++) {
      relays.awaits(new Destination("d" + destination));
    }
    for (int consumer = 0; consumer < consumers; consumer++) {
      series.receive("c" + consumer, types);
    }
  }

  private void receive(String name, int types) {
    receives.awaits(name, EventTypeRule.of("property:type", ""));
    for (int type = 0; type < types; type++) {
      receive(policy(name), Messages.text("", Map.of("type", name + "-" + type)));
    }
  }

  private void receive(ConsumerPolicy policy, Message message) {
    Identity identity = new Identity(policy.name(), "k");
    ReceiveListener.reportingTo(receives)
        .done(
            policy,
            new BatchResult.BatchCommitted(
                List.of(
                    new Receipt.Processed(identity, message),
                    new Receipt.Duplicate(identity, message)),
                IntakeSource.QUEUE,
                Duration.ofMillis(1)));
    receives.handled(policy, 1_000_000);
  }

  static ConsumerPolicy policy(String name) {
    return new ConsumerPolicy(
        name,
        new ConsumerPolicy.Feed("", name, "jms/XA"),
        new ConsumerPolicy.IntakeRules(
            "property:key",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of("*")),
            new ConsumerPolicy.Limits(1 << 20, 100, 1000)),
        new ConsumerPolicy.Concurrency(
            1,
            new BatchLimit(1, 1 << 20),
            Duration.ofSeconds(10),
            new ConsumerPolicy.Waits(
                Duration.ofMillis(200),
                new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
                Duration.ofSeconds(20))),
        new ConsumerPolicy.AttemptLimits(
            3, 40, new ConsumerPolicy.Outages(Integer.MAX_VALUE, Set.of())));
  }
}
