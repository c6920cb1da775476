// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.ordered;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.claim.ParkedMessage;
import org.semel.internal.ordered.Versions.Advance;
import org.semel.internal.ordered.Versions.Place;
import org.semel.internal.ordered.Versions.Reached;
import org.semel.internal.ordered.Versions.Run;
import org.semel.internal.ordered.Versions.Waiting;
import org.semel.internal.policy.BatchLimit;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.OrderPolicy;
import org.semel.internal.receive.BatchResult;
import org.semel.internal.receive.ClaimedHandler;
import org.semel.internal.receive.IdentifiedMessage;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.ReceiveListener;
import org.semel.internal.receive.ReceiveTask;
import org.semel.internal.receive.ReceiverStores;
import org.semel.internal.receive.Rollbacks;
import org.semel.internal.stored.StoredMessages;
import org.semel.internal.stored.StoredParkedStore;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Faults;

/**
 * Releases messages whose predecessor has come, in order, in transactions of the database alone:
 * they are gone from the broker since they were kept. Effects, intents and the aggregate's version
 * commit together. One that fails is tried again alone, and parked after the policy's attempts; its
 * aggregate then waits for a person.
 */
public final class Resequencer implements ReceiveTask {

  /** One that is never idle looks for gaps after so many passes. */
  private static final int TELL_EVERY = 20;

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Counter counter;
  private final ClaimedHandler route;
  private final HeldFailureHandler desk;
  private boolean alone;
  private int busy;

  /**
   * What it works with.
   *
   * @param queue of those that wait
   * @param memory with parked messages and intents
   * @param faults tells faults that pass from faults that stay
   * @param listener hears what happens
   */
  public record Counter(
      VersionGate.Queue queue, ReceiverStores memory, Faults faults, ReceiveListener listener) {

    /** The same for what was stored in {@code messages} before it had to wait. */
    public Counter over(StoredMessages messages) {
      ReceiverStores stored = memory.parkingBy(new StoredParkedStore(memory.parking(), messages));
      return new Counter(queue, stored, faults, listener);
    }
  }

  public Resequencer(
      ConsumerPolicy policy, OrderPolicy order, Counter counter, ClaimedHandler route) {
    this.policy = policy;
    this.order = order;
    this.counter = counter;
    this.route = route;
    this.desk = new HeldFailureHandler(policy, order, counter);
  }

  @Override
  public BatchLimit portion() {
    return policy.pace().batch();
  }

  @Override
  public BatchResult run(BatchLimit most) {
    long heard = counter.queue().chime().strokes();
    List<Run> runs = new ArrayList<>();
    Completion<List<Receipt>> completion =
        counter
            .queue()
            .transactions()
            .inNew(
                policy.pace().transactionTimeout(),
                () -> release(alone ? most.atMost(1) : most, runs));
    return completion.fold(
        this::released,
        nothing -> idle(heard),
        failed ->
            Rollbacks.stays(counter.faults(), failed)
                ? failed(failed.cause(), runs)
                : stopped(failed.cause(), runs),
        unknown -> stopped(unknown.cause(), runs));
  }

  /** A fault that passes; should it never pass for one message, that is parked in the end. */
  private BatchResult stopped(Throwable cause, List<Run> runs) {
    if (alone && !runs.isEmpty()) {
      desk.stopped(runs.get(0), cause);
    }
    alone = true;
    return new BatchResult.Interrupted(cause);
  }

  private BatchResult released(List<Receipt> receipts) {
    alone = false;
    BatchResult.Done done = new BatchResult.Done(receipts);
    Optional<Throwable> fault = ++busy % TELL_EVERY == 0 ? desk.tell() : Optional.empty();
    if (fault.isEmpty()) {
      return done;
    }
    counter.listener().done(policy, done);
    return new BatchResult.Interrupted(fault.get());
  }

  private BatchResult idle(long heard) {
    Optional<Throwable> fault = desk.tell();
    if (fault.isPresent()) {
      return new BatchResult.Interrupted(fault.get());
    }
    counter.queue().chime().await(heard, order.patience().poll());
    return new BatchResult.Idle();
  }

  private Decision<List<Receipt>> release(BatchLimit most, List<Run> runs) {
    Versions versions = counter.queue().versions();
    runs.addAll(versions.due(policy.name(), most.messages(), most.bytes()));
    List<Receipt> receipts = new ArrayList<>();
    List<Walked> walked = new ArrayList<>();
    for (Run run : runs) {
      walked.add(walk(run, receipts));
    }
    if (receipts.isEmpty()) {
      return Decision.discard(receipts);
    }
    versions.drop(walked.stream().map(Walked::upTo).toList());
    versions.advance(walked.stream().map(Walked::advance).toList());
    counter.memory().intents().flush();
    counter.memory().bodies().flush();
    return Decision.commit(receipts);
  }

  /**
   * How far a run went.
   *
   * @param upTo the last that waits no longer; one that was parked is beyond what is reached
   */
  private record Walked(Advance advance, Place upTo) {}

  private Walked walk(Run run, List<Receipt> receipts) {
    Reached reached = run.reached();
    int ignored = 0;
    for (Waiting waiting : run.next()) {
      IdentifiedMessage one = new IdentifiedMessage(waiting.message(), waiting.offer());
      long version = waiting.place().version();
      boolean old = version <= reached.version();
      Receipt receipt =
          old ? OldVersions.of(one, version, reached) : route.conduct(List.of(one)).get(0);
      Optional<ParkedMessage> parked = receipt.toPark();
      ignored += old && parked.isEmpty() ? 1 : 0;
      parked.ifPresent(message -> counter.memory().parking().park(List.of(message)));
      receipts.add(receipt);
      if (!old && parked.isPresent()) { // those behind it wait for a person
        return new Walked(new Advance(run.aggregate(), reached, ignored), waiting.place());
      }
      reached = old ? reached : reached.with(version, one.offer().fingerprint());
    }
    Advance advance = new Advance(run.aggregate(), reached, ignored);
    return new Walked(advance, advance.place());
  }

  /** Of several nobody is sure to be guilty: they are tried again one by one. */
  private BatchResult failed(Throwable cause, List<Run> runs) {
    Throwable failure = Rollbacks.failure(cause);
    if (!alone || runs.isEmpty()) {
      alone = true;
      return new BatchResult.Failed(
          (int) runs.stream().mapToLong(run -> run.next().size()).sum(), Optional.empty(), failure);
    }
    BatchResult counted = desk.failed(runs.get(0), failure);
    alone = counted instanceof BatchResult.Interrupted;
    return counted;
  }
}
