// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.log.ReceiveLog;
import org.semel.internal.desk.watch.log.RelayLog;
import org.semel.internal.desk.watch.metrics.prometheus.AskedGauges;
import org.semel.internal.desk.watch.metrics.prometheus.ReceiveMetrics;
import org.semel.internal.desk.watch.metrics.prometheus.RelayMetrics;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesRegistry;
import org.semel.internal.desk.watch.trace.TraceSamples;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.MeasuredHandler;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.RelayEvent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.TraceParent;

/** What counting costs in memory. Bytes are counted, so that a busy machine changes nothing. */
class MetricsCostTest {

  private static final int BATCH = 50;
  private static final int ROUNDS = 2_000;

  private final DatabaseTime time = new DatabaseTime(System::nanoTime);
  private ReceiveMetrics receives = new ReceiveMetrics(new SeriesRegistry(), time);
  private RelayMetrics relays = new RelayMetrics(new SeriesRegistry());
  private final ConsumerPolicy policy = new World().policy(BATCH);
  private final Identity identity = new Identity("c", "k");

  @Test
  void aMessageOfAFullBatchAndItsIntentCostAtMostTwoHundredBytes() {
    assertThat(received("none", Map.of()) + delivered()).isBetween(0.0, 200.0);
  }

  @Test
  void soDoesAMessageWhoseTypeStandsInAHeader() {
    assertThat(received("property:type", Map.of("type", "t"))).isBetween(0.0, 200.0);
    assertThat(received("cloudevent", Map.of("ce_type", "t", "ce_id", "7"))).isBetween(0.0, 200.0);
  }

  /** Exemplars are looked for at each value, and made once a second. */
  @Test
  void withTracesTheyCostAtMostTwoHundredBytesMore() {
    double without = received("none", Map.of()) + delivered();
    Optional<TraceParent> trace = TraceParent.parse(TraceSamples.TRACE);
    SeriesRegistry traced = new SeriesRegistry(Optional.of(() -> trace), time);
    receives = new ReceiveMetrics(traced, time);
    relays = new RelayMetrics(traced);
    Map<String, ?> headers = Map.of(TraceParent.HEADER, TraceSamples.TRACE);
    assertThat(received("none", headers) + delivered() - without).isBetween(1.0, 200.0);
  }

  /** Nothing tells where its type is: all headers are looked through first. */
  @Test
  void anEventInTheBodyOfAMessageWithoutContentTypeCostsAtMostFourHundred() {
    assertThat(received("cloudevent", Map.of())).isBetween(0.0, 400.0);
  }

  /** Bytes for each of {@value #BATCH} messages that have committed together. */
  private double received(String rule, Map<String, ?> headers) {
    time.reads(Instant.now());
    receives.awaits("c", EventTypeRule.of(rule, ""));
    Map<String, Object> all = new HashMap<>(headers);
    all.put("JMSTimestamp", System.currentTimeMillis());
    Message message = Messages.text("{\"type\": \"t\", \"id\": \"7\"}", all);
    Observer<ReceiveEvent> log = new ReceiveLog(System::nanoTime);
    SteppedHandler route = new Route();
    double without = bytes(() -> receive(log, route, message));
    Observer<ReceiveEvent> listeners =
        Observer.all(
            List.of(
                log,
                new ConsumerStates(System::nanoTime, Throwable::toString),
                receives,
                new AskedGauges(time, System::nanoTime)));
    SteppedHandler measured =
        new MeasuredHandler(route, System::nanoTime, lasted -> receives.handled(policy, lasted));
    return (bytes(() -> receive(listeners, measured, message)) - without) / BATCH;
  }

  private void receive(Observer<ReceiveEvent> listener, SteppedHandler route, Message message) {
    try {
      for (int i = 0; i < BATCH; i++) {
        route.handle(message, identity);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    listener.on(
        new ReceiveEvent.Done(
            policy,
            new BatchResult.BatchCommitted(
                Collections.nCopies(BATCH, new Receipt.Processed(identity, message)),
                IntakeSource.QUEUE,
                Duration.ofMillis(20))));
  }

  /** Bytes for an intent that its provider accepts. */
  private double delivered() {
    Observer<RelayEvent> log = new RelayLog();
    Observer<RelayEvent> all = Observer.all(List.of(log, relays));
    Destination mail = new Destination("mail");
    relays.awaits(mail);
    Intent intent = new Intent(identity, new Intent.Address(mail, 0), Headers.none(), Body.none());
    SettledLease settled =
        new SettledLease(
            new Lease(intent, 1, new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO)),
            new Settlement.Delivered());
    Delivery accepted = new Delivery.Accepted(Optional.empty());
    return bytes(
            () -> {
              relays.answered(mail, accepted, 3_000_000);
              all.on(new RelayEvent.Settled(mail, settled));
            })
        - bytes(() -> log.on(new RelayEvent.Settled(mail, settled)));
  }

  private static double bytes(Runnable act) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    for (int i = 0; i < 100; i++) {
      act.run();
    }
    long before = threads.getThreadAllocatedBytes(self);
    for (int i = 0; i < ROUNDS; i++) {
      act.run();
    }
    return (threads.getThreadAllocatedBytes(self) - before) / (double) ROUNDS;
  }

  private static final class Route implements SteppedHandler {

    @Override
    public void handle(Message message, Identity identity) {}

    @Override
    public Optional<RouteProgress> handle(
        Message message, Identity identity, Optional<RouteProgress> behind) {
      return Optional.empty();
    }
  }
}
