// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.IntakeRules;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** What passes through spans; knows nothing of them. */
public final class TraceSamples {

  public static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
  public static final String SPAN_ID = "b7ad6b7169203331";
  public static final String TRACE = "00-" + TRACE_ID + "-" + SPAN_ID + "-01";

  /** In every part of a message that a span must not show. */
  public static final String CANARY = "c4nary";

  private TraceSamples() {}

  public static ConsumerPolicy consumer(String... admitted) {
    ConsumerPolicy plain = new World().policy(50);
    IntakeRules reading = plain.reading();
    return new ConsumerPolicy(
        plain.name(),
        plain.feed(),
        new IntakeRules(
            reading.identity(),
            reading.fingerprint(),
            AllowedHeaders.of(List.of(admitted)),
            reading.limits()),
        plain.concurrency(),
        plain.attemptLimits());
  }

  public static DestinationPolicy destination(Transfer transfer, String... admitted) {
    return new DestinationPolicy(
        new Destination("mail"),
        new Dispatch(AllowedHeaders.of(List.of(admitted)), Optional.empty(), transfer),
        new Throughput(4, 20, Duration.ofSeconds(30), Duration.ofMillis(20), Optional.empty()),
        new RetryPolicy(5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
        new Contract(Keys.IGNORED, Duration.ofHours(1), "Location"));
  }

  public static Identity identity() {
    return new Identity("c", "key " + CANARY);
  }

  public static Message message(Map<String, ?> headers) {
    return new Message(Headers.of(headers), body(), Messages.origin(1));
  }

  public static Lease lease(Map<String, ?> headers) {
    Intent intent =
        new Intent(
            identity(),
            new Intent.Address(new Destination("mail"), 0),
            Headers.of(headers),
            body());
    return new Lease(intent, 1, new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO));
  }

  private static Body body() {
    return Messages.text("body " + CANARY).body();
  }
}
