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
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.ConsumerCondition.ConsumerPhase;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.node.ConsumerStatus;

/** The states of the consumers of this application. Safe for any thread. */
public final class ConsumerStates implements ReceiveListener {

  /** In these it would receive, now or later, if no one had paused it. */
  private static final Set<ConsumerPhase> BEHIND_A_PAUSE =
      EnumSet.of(ConsumerPhase.WAITING, ConsumerPhase.RECEIVING, ConsumerPhase.INTERRUPTED);

  private final Map<String, ConsumerCondition> consumers = new ConcurrentHashMap<>();
  private final Set<String> paused = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanos;
  private final Function<Throwable, String> words;

  /**
   * Knows no consumer yet.
   *
   * @param nanos a clock that never runs backwards
   * @param words says what went wrong, without payload
   */
  public ConsumerStates(LongSupplier nanos, Function<Throwable, String> words) {
    this.nanos = nanos;
    this.words = words;
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

  /** How they are now, by name. */
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

  /** The same with everything that is known of it. */
  public List<ConsumerStatus> statuses() {
    return new TreeMap<>(consumers)
        .entrySet().stream().map(each -> status(each.getKey(), each.getValue())).toList();
  }

  /** Why the start-up proof refused it; empty if it did not. */
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

  @Override
  public void started(ConsumerPolicy consumer) {
    become(consumer.name(), ConsumerPhase.RECEIVING);
  }

  /** One that has no proof yet still waits. */
  @Override
  public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
    replace(consumer.name(), ConsumerPhase.RECEIVING, ConsumerPhase.INTERRUPTED);
    long next = nanos.getAsLong() + pause.toNanos();
    change(consumer.name(), was -> was.interrupted(cause, next));
  }

  /** It receives all the same. */
  @Override
  public void hindered(ConsumerPolicy consumer, Throwable cause, Duration pause) {}

  /**
   * A message that takes effect as it comes shows that nothing is away for all, whichever worker
   * was interrupted. Where messages are stored first, those who store tell nothing of those who
   * work.
   */
  @Override
  public void done(ConsumerPolicy consumer, BatchCommitted done) {
    if (consumer.stored().isEmpty() && done.receipts().stream().anyMatch(Receipt::isNew)) {
      resumed(consumer);
    }
  }

  @Override
  public void resumed(ConsumerPolicy consumer) {
    replace(consumer.name(), ConsumerPhase.INTERRUPTED, ConsumerPhase.RECEIVING);
  }

  @Override
  public void refused(ConsumerPolicy consumer, Throwable refusal) {
    refused(
        consumer.name(), refusal instanceof ConsumerRefused known ? known.refusals() : List.of());
  }

  private void refused(String consumer, List<Refusal> refusals) {
    become(consumer, ConsumerPhase.REFUSED);
    change(consumer, was -> was.refused(refusals));
  }

  @Override
  public void suspended(ConsumerPolicy consumer) {
    change(consumer.name(), was -> was.suspended(true, nanos.getAsLong()));
  }

  @Override
  public void unsuspended(ConsumerPolicy consumer) {
    change(consumer.name(), was -> was.suspended(false, nanos.getAsLong()));
  }

  @Override
  public void stopped(ConsumerPolicy consumer, Stop stop) {
    become(consumer.name(), ConsumerPhase.STOPPED);
  }

  /** One that is refused stays so until it awaits another start. */
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
