// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.semel.internal.desk.watch.doctor.HealthReport.Check;
import org.semel.internal.desk.watch.metrics.Sampler;
import org.semel.internal.engine.receive.batch.ConsumerCondition.ConsumerPhase;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.tx.WatchedTransactions;

/**
 * Reports whether this application is alive, ready and started. Answers from what is known; looks
 * at nothing, waits for nothing. Parked messages and intents wait for a person, and are no illness.
 * Safe for any thread.
 *
 * @see <a
 *     href="https://download.eclipse.org/microprofile/microprofile-health-4.0.1/microprofile-health-spec-4.0.1.html">MicroProfile
 *     Health 4.0: liveness, readiness, startup</a>
 */
public final class HealthChecks {

  /** In these a consumer that a route runs takes no message. */
  private static final Set<ConsumerPhase> NOT_READY =
      EnumSet.of(ConsumerPhase.WAITING, ConsumerPhase.INTERRUPTED, ConsumerPhase.REFUSED);

  private static final Set<ConsumerPhase> NOT_STARTED =
      EnumSet.of(ConsumerPhase.WAITING, ConsumerPhase.REFUSED);

  private final WatchedTransactions transactions;
  private final ConsumerStates consumers;
  private final Sampler database;

  public HealthChecks(
      WatchedTransactions transactions, ConsumerStates consumers, Sampler database) {
    this.transactions = transactions;
    this.consumers = consumers;
    this.database = database;
  }

  /**
   * Down if a transaction has lasted longer than twice the time that it may: its thread is stuck,
   * and only a new start helps. That a database or a broker is away is no reason to start anew.
   */
  public HealthReport live() {
    int stuck = transactions.stuck();
    return new HealthReport(
        List.of(Check.of("semel-workers", stuck == 0, Map.of("stuck", Integer.toString(stuck)))));
  }

  /** Down while a consumer waits for its proof, its broker or its database. */
  public HealthReport ready() {
    List<Check> checks = new ArrayList<>();
    checks.add(Check.of("semel-database", database.isWritable(), Map.of()));
    checks.addAll(consumers(NOT_READY));
    return new HealthReport(checks);
  }

  /** Down until each consumer has made its start-up proof. */
  public HealthReport started() {
    return new HealthReport(consumers(NOT_STARTED));
  }

  private List<Check> consumers(Set<ConsumerPhase> down) {
    return consumers.now().entrySet().stream()
        .map(
            each ->
                Check.of(
                    "semel-consumer-" + each.getKey(),
                    !down.contains(each.getValue()),
                    Map.of("state", each.getValue().name().toLowerCase(Locale.ROOT))))
        .toList();
  }
}
