// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.ConsumerCondition.ConsumerPhase;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.node.ConsumerStatus;

/** The states of the consumers of this application. Safe for any thread. */
public final class ConsumerStates implements Observer<ReceiveEvent> {

  /** The phases in which it would receive, now or later, if no one had paused it. */
  private static final Set<ConsumerPhase> BEHIND_A_PAUSE =
      EnumSet.of(ConsumerPhase.WAITING, ConsumerPhase.RECEIVING, ConsumerPhase.INTERRUPTED);

  private final Map<String, ConsumerCondition> consumers = new ConcurrentHashMap<>();
  private final Set<String> paused = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanos;
  private final Function<Throwable, String> words;
  private final EventTable<ReceiveEvent> rows;

  /**
   * Knows no consumer yet.
   *
   * @param nanos a clock that never runs backwards
   * @param words says what went wrong, without payload
   */
  public ConsumerStates(LongSupplier nanos, Function<Throwable, String> words) {
    this.nanos = nanos;
    this.words = words;
    this.rows = rows();
  }

  @Override
  public void on(ReceiveEvent event) {
    rows.on(event);
  }

  private EventTable<ReceiveEvent> rows() {
    return new EventTable<ReceiveEvent>()
        .row(ReceiveEvent.Started.class, e -> become(e.name(), ConsumerPhase.RECEIVING))
        .row(ReceiveEvent.Interrupted.class, this::interrupted)
        .row(ReceiveEvent.Done.class, this::done)
        .row(ReceiveEvent.Resumed.class, e -> goesOn(e.name()))
        .row(ReceiveEvent.Refused.class, this::refused)
        .row(
            ReceiveEvent.Suspended.class,
            e -> change(e.name(), was -> was.suspended(true, nanos.getAsLong())))
        .row(
            ReceiveEvent.Unsuspended.class,
            e -> change(e.name(), was -> was.suspended(false, nanos.getAsLong())))
        .row(ReceiveEvent.Stopped.class, e -> become(e.name(), ConsumerPhase.STOPPED));
  }

  /** It will start. */
  public void awaits(String consumer) {
    consumers.put(consumer, ConsumerCondition.of(ConsumerPhase.WAITING, false, nanos.getAsLong()));
  }

  /** Its start-up proof came to this. */
  public void proved(String consumer, ProofResult verdict) {
    if (verdict instanceof ProofResult.Refused refused) {
      refused(consumer, refused.refusals());
    } else if (verdict instanceof ProofResult.Unproven away) {
      change(consumer, was -> was.interrupted(away.cause(), nanos.getAsLong()));
    }
  }

  /** The phases of all consumers now, by name. */
  public Map<String, ConsumerPhase> now() {
    Map<String, ConsumerPhase> now = new TreeMap<>();
    consumers.forEach((name, condition) -> now.put(name, shown(name, condition)));
    return now;
  }

  private ConsumerPhase shown(String consumer, ConsumerCondition condition) {
    ConsumerPhase shown = condition.shown();
    return paused.contains(consumer) && BEHIND_A_PAUSE.contains(shown)
        ? ConsumerPhase.PAUSED
        : shown;
  }

  /** An operator has paused it. */
  public void paused(String consumer) {
    paused.add(consumer);
  }

  /** No operator pauses it any more. */
  public void unpaused(String consumer) {
    paused.remove(consumer);
  }

  /** Whether one has not made its proof yet. */
  public boolean anyWaits() {
    return consumers.values().stream().anyMatch(one -> one.shown() == ConsumerPhase.WAITING);
  }

  /** The statuses of all consumers, with all that is known of each. */
  public List<ConsumerStatus> statuses() {
    return new TreeMap<>(consumers)
        .entrySet().stream().map(each -> status(each.getKey(), each.getValue())).toList();
  }

  /** The refusals of the start-up proof; empty if it did not refuse the consumer. */
  public List<Refusal> refusals(String consumer) {
    ConsumerCondition condition = consumers.get(consumer);
    return condition == null ? List.of() : condition.refusals();
  }

  private ConsumerStatus status(String name, ConsumerCondition condition) {
    long now = nanos.getAsLong();
    return new ConsumerStatus(
        name,
        condition.told(shown(name, condition), now, words),
        Duration.ofNanos(now - condition.since()));
  }

  /** One that has no proof yet still waits. */
  private void interrupted(ReceiveEvent.Interrupted event) {
    replace(event.name(), ConsumerPhase.RECEIVING, ConsumerPhase.INTERRUPTED);
    long next = nanos.getAsLong() + event.pause().toNanos();
    change(event.name(), was -> was.interrupted(event.cause(), next));
  }

  /**
   * A message that takes effect as it comes shows that nothing is away for all, whichever worker
   * was interrupted. If messages are stored first, the workers that store them show nothing about
   * those that run the route.
   */
  private void done(ReceiveEvent.Done event) {
    if (event.consumer().stored().isEmpty()
        && event.done().receipts().stream().anyMatch(Receipt::isNew)) {
      goesOn(event.name());
    }
  }

  private void goesOn(String consumer) {
    replace(consumer, ConsumerPhase.INTERRUPTED, ConsumerPhase.RECEIVING);
  }

  private void refused(ReceiveEvent.Refused event) {
    refused(
        event.name(),
        event.refusal() instanceof ConsumerRefused known ? known.refusals() : List.of());
  }

  private void refused(String consumer, List<Refusal> refusals) {
    become(consumer, ConsumerPhase.REFUSED);
    change(consumer, was -> was.refused(refusals));
  }

  /** Changes the phase of a consumer. A refused one stays refused until it awaits another start. */
  private void become(String consumer, ConsumerPhase next) {
    change(
        consumer,
        was ->
            was.state() == ConsumerPhase.REFUSED
                ? was
                : ConsumerCondition.of(next, was.suspended(), nanos.getAsLong()));
  }

  private void replace(String consumer, ConsumerPhase one, ConsumerPhase next) {
    change(
        consumer,
        was ->
            was.state() == one
                ? ConsumerCondition.of(next, was.suspended(), nanos.getAsLong())
                : was);
  }

  private void change(String consumer, UnaryOperator<ConsumerCondition> change) {
    consumers.computeIfPresent(consumer, (name, was) -> change.apply(was));
  }
}
