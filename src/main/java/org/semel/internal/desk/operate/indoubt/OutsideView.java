// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.BranchState;
import org.semel.operations.indoubt.ResourceSight;

/**
 * A look at what is in doubt outside the database.
 *
 * @param brokers whether each can be seen
 * @param atBrokers what those that can be seen have prepared, and for how long that has been seen
 * @param log whether it can be seen
 * @param inLog the same of what is decided and has not ended
 * @param age how long ago that look was, 0 or more; empty before the first one
 */
public record OutsideView(
    List<ResourceSight> brokers,
    Map<GlobalTransaction, Duration> atBrokers,
    ResourceSight log,
    Map<GlobalTransaction, Duration> inLog,
    Optional<Duration> age) {

  public OutsideView {
    brokers = List.copyOf(brokers);
    atBrokers = Map.copyOf(atBrokers);
    inLog = Map.copyOf(inLog);
  }

  /** What a look sees now, or before the first one. */
  public OutsideView(
      List<ResourceSight> brokers,
      Map<GlobalTransaction, Duration> atBrokers,
      ResourceSight log,
      Map<GlobalTransaction, Duration> inLog) {
    this(brokers, atBrokers, log, inLog, Optional.empty());
  }

  /** The same, so long after that look. */
  OutsideView after(Duration age) {
    return new OutsideView(brokers, atBrokers, log, inLog, Optional.of(age));
  }

  /** Whether any broker can be seen. */
  public boolean seesABroker() {
    return brokers.stream().anyMatch(ResourceSight::isSeen);
  }

  /** Whether a broker has prepared a branch of this one: only if all are seen, it is certain. */
  BranchState atBroker(GlobalTransaction made) {
    if (atBrokers.containsKey(made)) {
      return BranchState.PREPARED;
    }
    return !brokers.isEmpty() && brokers.stream().allMatch(ResourceSight::isSeen)
        ? BranchState.NOT_PREPARED
        : BranchState.CANNOT_BE_SEEN;
  }
}
