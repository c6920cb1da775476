// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;

/**
 * The state that the workers of a consumer that do the same have learnt together. Safe for any
 * thread.
 *
 * @param size how many messages to take at once
 * @param outage whether something that messages need is away
 */
public record WorkersState(BatchSize size, OutageCircuit outage) {

  private static final int MOST_BEYOND = 1_024;

  /** Nothing yet. */
  public static WorkersState nothing(ConsumerPolicy policy) {
    return new WorkersState(
        new BatchSize(
            policy.concurrency().batch(),
            policy.concurrency().transactionTimeout(),
            System::nanoTime),
        new OutageCircuit(
            policy.attemptLimits().outages().stops(),
            policy.concurrency().waits().outage(),
            policy.concurrency().transactionTimeout(),
            System::nanoTime));
  }

  /**
   * The number of messages to take next, within what the policy allows: more than one after a stop,
   * to see whether others are stopped as well. If turns are taken, only the worker whose turn it is
   * takes many.
   */
  public BatchLimit limit(BatchLimit allowed) {
    int own = size.limit().messages();
    return allowed.atMost(size.isInTurns() ? own : Math.max(own, outage.worthTaking()));
  }

  /**
   * The same for one that takes from a queue. What is stopped stands in front of it again: where
   * the latest pass brought nothing new, twice as many are taken, to see those behind, a batch or
   * not. Bytes and time stay bounded. A batch of one stays one.
   */
  BatchLimit probe(BatchLimit allowed) {
    BatchLimit limit = limit(allowed);
    int beyond = Math.min(MOST_BEYOND, 2 * outage.inVain());
    return allowed.messages() > 1 && beyond > allowed.messages() && !size.isInTurns()
        ? limit.of(beyond)
        : limit;
  }

  /** Learns from the result of a batch how much to take next, and whether something is away. */
  void learn(BatchResult result, BatchProgress progress) {
    if (result instanceof BatchResult.BatchCommitted done) {
      size.committed(progress.arrivals.size(), progress.lasted());
      cameTo(done.receipts());
    } else if (result instanceof BatchResult.Overran overran) {
      size.overran(overran.messages(), progress.begun, progress.lasted());
      outage.overran();
    } else if (result instanceof BatchResult.Contended contended) {
      size.contended(contended.messages(), progress.lasted());
    } else if (isStop(result) && !progress.arrivals.isEmpty()) {
      outage.stoppedInVain(progress.arrivals.size());
    }
  }

  /** Learns the same from the result of stored messages that ran together. */
  public void learn(StoredRunResult result, int messages, Duration lasted) {
    if (result instanceof StoredRunResult.Concluded ended) {
      size.committed(messages, lasted);
      cameTo(ended.receipts());
    } else if (result instanceof StoredRunResult.LockConflict) {
      size.contended(messages, lasted);
    } else {
      size.failed(messages, lasted);
    }
  }

  /** Learns from stored messages that together lasted longer than their transaction may. */
  public void overran(int messages, Duration lasted) {
    size.overran(messages, messages, lasted);
  }

  /** The time that the caller must wait before it tries anything; empty if it may try now. */
  public Optional<Duration> mustWait() {
    Optional<Duration> wait = outage.mustWait();
    if (wait.isPresent()) {
      size.left();
    }
    return wait;
  }

  /** The caller has ended what it took, however that ended. */
  public void left() {
    size.left();
    outage.left();
  }

  private static boolean isStop(BatchResult result) {
    return result instanceof BatchResult.Aborted aborted
        ? aborted.receipts().stream().allMatch(Receipt::isRepeated) && isStop(aborted.because())
        : result instanceof BatchResult.TransientFault;
  }

  /** Notes the receipts of messages; those that are new to the consumer took effect. */
  public void cameTo(List<Receipt> receipts) {
    outage.tookEffect((int) receipts.stream().filter(Receipt::isNew).count());
  }
}
