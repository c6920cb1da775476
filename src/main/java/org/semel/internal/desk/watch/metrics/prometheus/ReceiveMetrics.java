// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.watch.metrics.BoundedTypes;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.prometheus.ConsumerMeters.ClaimAnswer;
import org.semel.internal.desk.watch.metrics.prometheus.ConsumerMeters.Ending;
import org.semel.internal.desk.watch.metrics.prometheus.ConsumerMeters.RepeatKind;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.RivalInFlight;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Message;
import org.semel.message.ParkingReason;
import org.semel.message.TraceParent;

/** Counts what consumers do. Safe for any thread. */
public final class ReceiveMetrics implements Observer<ReceiveEvent> {

  private static final Set<ParkingReason> GIVEN_UP =
      Set.of(
          ParkingReason.ATTEMPTS_EXHAUSTED,
          ParkingReason.TERMINAL_FAILURE,
          ParkingReason.DELIVERIES_EXHAUSTED);

  private final SeriesRegistry registry;
  private final DatabaseTime time;
  private final BoundedTypes types = new BoundedTypes();
  private final Map<String, EventTypeRule> rules = new ConcurrentHashMap<>();
  private final Map<String, ConsumerMeters> meters = new ConcurrentHashMap<>();
  private final EventTable<ReceiveEvent> rows;

  /**
   * Nothing is counted yet.
   *
   * @param time against which the stamps of producers are held
   */
  public ReceiveMetrics(SeriesRegistry registry, DatabaseTime time) {
    this.registry = registry;
    this.time = time;
    this.rows = rows();
  }

  @Override
  public void on(ReceiveEvent event) {
    rows.on(event);
  }

  private EventTable<ReceiveEvent> rows() {
    return new EventTable<ReceiveEvent>()
        .row(ReceiveEvent.Done.class, this::done)
        .row(ReceiveEvent.Failed.class, this::failed)
        .row(ReceiveEvent.Overran.class, e -> meters(e.name()).ended(Ending.OVERRAN))
        .row(ReceiveEvent.Contended.class, this::contended)
        .row(ReceiveEvent.Interrupted.class, e -> interrupted(e, e.cause()))
        .row(ReceiveEvent.Hindered.class, e -> interrupted(e, e.cause()))
        .row(ReceiveEvent.InDoubt.class, e -> meters(e.name()).ended(Ending.IN_DOUBT))
        .row(ReceiveEvent.Reclaimed.class, e -> meters(e.name()).reclaimed.inc(e.leases()));
  }

  /** From now on there are counters of this consumer, at zero. */
  public void awaits(String consumer, EventTypeRule rule) {
    rules.put(consumer, rule);
    meters(consumer);
  }

  private ConsumerMeters meters(String consumer) {
    ConsumerMeters found = meters.get(consumer);
    return found == null
        ? meters.computeIfAbsent(consumer, first -> new ConsumerMeters(registry, first))
        : found;
  }

  private String type(String consumer, Message message) {
    EventTypeRule rule = rules.get(consumer);
    return types.of(consumer, rule == null ? Optional.empty() : rule.of(message));
  }

  private void done(ReceiveEvent.Done event) {
    ConsumerMeters counted = meters(event.name());
    boolean received = event.done().source() == IntakeSource.QUEUE;
    if (received && !event.done().lasted().isZero()) {
      counted.ended(Ending.COMMITTED);
      counted.batchSize.observe(event.done().receipts().size());
      counted.transactionDuration.observe(seconds(event.done().lasted()));
    }
    Optional<Instant> now = time.now(); // once: they have committed together
    boolean traced = event.consumer().reading().headers().admits(TraceParent.HEADER);
    for (Receipt receipt : event.done().receipts()) {
      count(event.name(), counted, receipt, received);
      if (receipt instanceof Receipt.Processed processed && now.isPresent()) {
        tookEffect(counted.criticalTime, processed.message(), now.get(), traced);
      }
    }
  }

  private void count(String consumer, ConsumerMeters counted, Receipt receipt, boolean received) {
    String type = received || receipt.toPark().isPresent() ? type(consumer, receipt.message()) : "";
    if (received) {
      counted.type(type).received().inc();
    }
    if (receipt instanceof Receipt.Duplicate) {
      counted.claim(ClaimAnswer.DUPLICATE);
      counted.type(type).duplicates().inc();
    } else if (receipt instanceof Receipt.Ignored) {
      counted.ignored.inc();
    } else if (receipt instanceof Receipt.Parked parked) {
      parked(counted, type, parked.parked().verdict().reason());
    } else if (received) { // and took effect, is stored or held
      counted.claim(ClaimAnswer.CLAIMED);
    }
  }

  /** Unless the producer's clock is ahead. */
  private static void tookEffect(
      MeasuredValues criticalTime, Message message, Instant now, boolean traced) {
    if (message.headers().find("JMSTimestamp").orElse(null) instanceof Long sent && sent > 0) {
      long lasted = now.toEpochMilli() - sent;
      if (lasted >= 0 && traced) {
        criticalTime.observe(lasted / 1e3, message);
      } else if (lasted >= 0) {
        criticalTime.observe(lasted / 1e3);
      }
    }
  }

  private static void parked(ConsumerMeters counted, String type, ParkingReason reason) {
    counted.parked(type, reason).inc();
    if (reason.equals(ParkingReason.CONFLICT)) {
      counted.claim(ClaimAnswer.CONFLICT);
    }
    if (GIVEN_UP.contains(reason)) {
      counted.type(type).terminal().inc();
    }
  }

  private void failed(ReceiveEvent.Failed event) {
    ConsumerMeters counted = meters(event.name());
    counted.ended(Ending.FAILED);
    event
        .failed()
        .message()
        .ifPresent(one -> counted.retryable(type(event.name(), one.message())).inc());
  }

  private void contended(ReceiveEvent.Contended event) {
    meters(event.name()).ended(Ending.CONTENDED);
    busy(event.consumer(), event.contended().cause());
  }

  private void interrupted(ReceiveEvent event, Throwable cause) {
    meters(event.name()).ended(Ending.INTERRUPTED);
    busy(event.consumer(), cause);
  }

  private void busy(ConsumerPolicy consumer, Throwable cause) {
    if (cause instanceof RivalInFlight) {
      meters(consumer.name()).claim(ClaimAnswer.BUSY);
    }
  }

  /** A route has run for one message, or a step of it, for so long, whatever came of it. */
  public void handled(ConsumerPolicy consumer, long nanos) {
    meters(consumer.name()).processingDuration.observe(nanos / 1e9);
  }

  /**
   * Counts what persons hand in again, and what became of its intents.
   *
   * @param rules whether a consumer's replays record intents
   */
  public Observer<Replayer.ReplayedEffect> replays(Function<String, ReplayRule> rules) {
    return event -> {
      ConsumerMeters counted = meters(event.consumer());
      counted.repeated(how(event, rules));
      if (event.suppressed() > 0) {
        counted.skipped(type(event.consumer(), event.message())).inc(event.suppressed());
      }
    };
  }

  private static RepeatKind how(Replayer.ReplayedEffect event, Function<String, ReplayRule> rules) {
    if (!event.occasion().isRepeat()) {
      return RepeatKind.FIRST;
    }
    return rules.apply(event.consumer()) == ReplayRule.WITHOUT_INTENTS
        ? RepeatKind.SUPPRESSED
        : RepeatKind.SENT;
  }

  static double seconds(Duration lasted) {
    return lasted.toNanos() / 1e9;
  }
}
