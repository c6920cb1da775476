// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.semel.internal.desk.operate.indoubt.OutsideView;
import org.semel.internal.desk.operate.pause.PauseEvent;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.watch.doctor.HealthChecks;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.desk.watch.log.ReceiveLog;
import org.semel.internal.desk.watch.log.WaitLog;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.SampleStore;
import org.semel.internal.desk.watch.metrics.Sampler;
import org.semel.internal.desk.watch.metrics.SamplingPace;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;
import org.semel.internal.engine.keep.RetentionEvent;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.LoopThread;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.MeasuredHandler;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.MeasuredProvider;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.RelayEvent;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.WatchedTransactions;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.PauseActs.Target.TargetKind;
import org.semel.operations.node.Diagnosis.Observation;

/**
 * The series and health that one application shows. A part that is switched off costs nothing:
 * nothing is counted or watched, and no thread looks. The states of consumers and destinations are
 * known in any case.
 */
public final class Telemetry {

  private final Exposure exposure;
  private final DatabaseTime time = new DatabaseTime(System::nanoTime);
  private final ConsumerStates consumers =
      new ConsumerStates(System::nanoTime, OperatorLog::rootOf);
  private final DestinationStates destinations =
      new DestinationStates(System::nanoTime, OperatorLog::rootOf);
  private final Optional<Meters> meters;
  private final WatchedTransactions watched;
  private final Sampler sampler;
  private final Tracing tracing;

  /**
   * The telemetry that {@code exposure} allows.
   *
   * @param transactions of this server
   * @param store the gauges of the database, in those transactions
   * @param outside what is in doubt outside the database
   * @param tracing spans, if there are any
   */
  public Telemetry(
      Exposure exposure,
      Transactions transactions,
      SampleStore store,
      Supplier<OutsideView> outside,
      Tracing tracing) {
    this.exposure = exposure;
    this.tracing = tracing;
    this.watched = new WatchedTransactions(transactions, System::nanoTime);
    this.sampler =
        new Sampler(
            store,
            transactions,
            new SamplingPace(exposure.sampleEvery(), exposure.showsMetrics()),
            time,
            System::nanoTime);
    this.meters =
        exposure.showsMetrics()
            ? Optional.of(
                new Meters(
                    time,
                    consumers,
                    destinations,
                    sampler,
                    () -> InDoubtSamples.of(outside.get()),
                    tracing.current()))
            : Optional.empty();
  }

  /** The transactions in which work is done; watched if health is exposed. */
  public Transactions transactions(Transactions plain) {
    return exposure.tellsHealth() ? watched : plain;
  }

  /** Hears what consumers do, beside the log; none of those who hear it harms a message. */
  public Observer<ReceiveEvent> receives(Observer<ReceiveEvent> log) {
    List<Observer<ReceiveEvent>> all = new ArrayList<>(List.of(log, consumers));
    meters.ifPresent(on -> all.addAll(on.receiving()));
    tracing.batches().ifPresent(all::add);
    return Observer.guarded(Observer.all(all), ReceiveEvent::defect);
  }

  /** Counts callers that are refused for want of a role, if series are exposed. */
  public Runnable refusals() {
    return meters.map(Meters::refusals).orElse(() -> {});
  }

  /**
   * The route of this consumer, with a clock beside it if series are exposed, and within a span if
   * traces are.
   */
  public SteppedHandler measured(ConsumerPolicy consumer, SteppedHandler route) {
    return tracing.over(consumer, timed(consumer, route));
  }

  private SteppedHandler timed(ConsumerPolicy consumer, SteppedHandler route) {
    return meters
        .<SteppedHandler>map(
            on ->
                new MeasuredHandler(
                    route, System::nanoTime, lasted -> on.receives().handled(consumer, lasted)))
        .orElse(route);
  }

  /**
   * The same of the provider of this destination.
   *
   * @param log told if the clock fails
   */
  public Provider measured(
      DestinationPolicy destination, Provider provider, Observer<RelayEvent> log) {
    return tracing.over(destination, timed(destination.destination(), provider, log));
  }

  private Provider timed(Destination destination, Provider provider, Observer<RelayEvent> log) {
    return meters
        .<Provider>map(
            on ->
                new MeasuredProvider(
                    provider,
                    System::nanoTime,
                    (delivery, lasted) -> on.relays().answered(destination, delivery, lasted),
                    defect ->
                        log.on(new RelayEvent.Interrupted(destination, defect, Duration.ZERO))))
        .orElse(provider);
  }

  /** Hears what relays do, beside the log; none of those who hear it harms an intent. */
  public Observer<RelayEvent> relays(Observer<RelayEvent> log) {
    List<Observer<RelayEvent>> all = new ArrayList<>(List.of(log, destinations));
    meters.ifPresent(on -> all.add(on.relays()));
    return Observer.guarded(Observer.all(all), RelayEvent::defect);
  }

  /** Hears what is paused, beside the log. */
  public Observer<PauseEvent> pauses(Observer<PauseEvent> log) {
    Observer<PauseEvent> states =
        new EventTable<PauseEvent>()
            .row(PauseEvent.Paused.class, e -> ofConsumer(e.pause().target(), consumers::paused))
            .row(PauseEvent.Unpaused.class, e -> ofConsumer(e.target(), consumers::unpaused))
            .row(PauseEvent.Ended.class, e -> ofConsumer(e.target(), consumers::unpaused));
    return Observer.all(List.of(log, states));
  }

  private static void ofConsumer(Target target, Consumer<String> state) {
    if (target.kind() == TargetKind.CONSUMER) {
      state.accept(target.name());
    }
  }

  /** Hears what retention does, beside the log. */
  public Observer<RetentionEvent> retention(Observer<RetentionEvent> log) {
    return meters.map(on -> Observer.all(List.of(log, on.retention()))).orElse(log);
  }

  /** Hands messages in again; the log hears of it, and who counts. */
  public Replayer replayer(Transactions transactions, Function<String, ReplayRule> rules) {
    List<Observer<Replayer.ReplayedEffect>> all = new ArrayList<>(List.of(ReceiveLog::replayed));
    meters.ifPresent(on -> all.add(on.receives().replays(rules)));
    return new Replayer(transactions::afterCommit, Observer.all(all));
  }

  /**
   * The consumer of this name will start.
   *
   * @param eventType by which counters tell its messages apart
   */
  public void awaits(String consumer, EventTypeRule eventType) {
    consumers.awaits(consumer);
    meters.ifPresent(on -> on.receives().awaits(consumer, eventType));
  }

  /** The relay of this destination will start. */
  public void awaits(Destination destination) {
    meters.ifPresent(on -> on.relays().awaits(destination));
  }

  /**
   * Above which values alerts fire.
   *
   * @param series of consumers or of destinations
   * @param name whose they are; blank for all that have none of their own
   * @param thresholds by the names of the alerts; seconds, or numbers
   */
  public void alerts(Series series, String name, Map<String, Double> thresholds) {
    meters.ifPresent(on -> on.alerts(series, name, thresholds));
  }

  /**
   * The doctor of this node, for those who ask for the series.
   *
   * @param doctor what it knows, at once
   */
  public void observes(Supplier<List<Observation>> doctor) {
    meters.ifPresent(on -> on.observes(doctor));
  }

  /** The states of this node's consumers, whatever is exposed. */
  public ConsumerStates consumers() {
    return consumers;
  }

  /** The states of this node's destinations, whatever is exposed. */
  public DestinationStates destinations() {
    return destinations;
  }

  /** Looks at the database; empty if no one wants to know. */
  public Optional<Lifecycle> sampling(ThreadFactory threads) {
    return exposure.showsMetrics() || exposure.tellsHealth()
        ? Optional.of(
            new LoopThread(
                "The look at gauges", sampler, new WakeUp(), threads, WaitLog.ofTables()))
        : Optional.empty();
  }

  Exposure exposure() {
    return exposure;
  }

  /** All series as they are now, as text in UTF-8; empty if no one is to see them. */
  public Optional<byte[]> series(SeriesFormat format) {
    return meters.map(on -> on.text(format));
  }

  /** Empty if no one is to know. */
  public Optional<HealthChecks> health() {
    return exposure.tellsHealth()
        ? Optional.of(new HealthChecks(watched, consumers, sampler))
        : Optional.empty();
  }
}
