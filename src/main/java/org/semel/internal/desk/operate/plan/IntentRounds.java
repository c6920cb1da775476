// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.SemelException;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentActs.Intervention.Done;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentState;
import org.semel.operations.Plan;
import org.semel.operations.RowVersion;

/**
 * Does to intents what their plan says, each in a transaction of its own together with the audit
 * and the plan's row. Only what still is as its plan has found it is touched: what a relay or
 * another operator has changed meanwhile is another matter than the one that was decided. An intent
 * that is made due is done when it is delivered or parked again, so that a plan knows the end of
 * its first one before it makes others due.
 */
public final class IntentRounds {

  private final OperatorTransactions transactions;
  private final PlanLeases leases;
  private final Interventions interventions;
  private final Records records;

  public IntentRounds(
      OperatorTransactions transactions,
      PlanLeases leases,
      Interventions interventions,
      Records records) {
    this.transactions = transactions;
    this.leases = leases;
    this.interventions = interventions;
    this.records = records;
  }

  /** Makes intents due, settles them, or reads what has become of them. */
  RoundTally hand(PlanLease lease, List<Item> items, Duration life) {
    boolean lastLook = RoundTally.isLastLook(lease);
    RoundTally tally = RoundTally.NOTHING;
    for (Item item : items) {
      Optional<ItemEnd> end = acted(lease, item, life);
      if (end.isEmpty() && lastLook && item.begun()) {
        end = transactions.act(() -> ended(lease, item, ItemEnd.FAILED, life));
      }
      tally = end.map(tally::with).orElseGet(tally::awaiting);
    }
    return tally;
  }

  /** One that cannot even be read has failed, or no other would ever have its turn. */
  private Optional<ItemEnd> acted(PlanLease lease, Item item, Duration life) {
    try {
      return transactions.act(() -> item(lease, item, life));
    } catch (SemelException e) {
      if (transactions.failsAgain(e)) {
        return transactions.act(() -> ended(lease, item, ItemEnd.FAILED, life));
      }
      throw e;
    }
  }

  private Decision<Optional<ItemEnd>> item(PlanLease lease, Item item, Duration life) {
    UUID key = item.intent().orElseThrow();
    Optional<IntentRecord> found = records.intents(List.of(key)).stream().findFirst();
    if (item.begun()) {
      return became(found.map(IntentRecord::state).orElse(IntentState.WITHDRAWN))
          .map(end -> ended(lease, item, end, life))
          .orElseGet(() -> Decision.discard(Optional.empty()));
    }
    Plan plan = lease.plan();
    if (!(act(plan, key, item.seen()) instanceof Done done)) {
      return ended(lease, item, ItemEnd.GONE, life);
    }
    Act act = act(plan.source());
    String was = "was " + done.before().word();
    transactions.write(new AuditEntry(plan.by(), act, found.orElseThrow().audited(), was));
    if (act != Act.RETRY_INTENT) {
      return ended(lease, item, ItemEnd.SETTLED, life);
    }
    leases.begin(lease, item, Optional.empty(), life);
    return Decision.commit(Optional.empty());
  }

  /** Empty if that is still to be seen. */
  private static Optional<ItemEnd> became(IntentState state) {
    return switch (state) {
      case PENDING, LEASED -> Optional.empty();
      case DELIVERED -> Optional.of(ItemEnd.TOOK_EFFECT);
      case PARKED -> Optional.of(ItemEnd.FAILED);
      case WITHDRAWN -> Optional.of(ItemEnd.GONE);
    };
  }

  private Decision<Optional<ItemEnd>> ended(
      PlanLease lease, Item item, ItemEnd end, Duration life) {
    leases.settle(lease, item, end, life);
    return Decision.commit(Optional.of(end));
  }

  private Intervention act(Plan plan, UUID key, RowVersion seen) {
    return switch (act(plan.source())) {
      case RETRY_INTENT -> interventions.retry(key, seen);
      case WITHDRAW_INTENT -> interventions.withdraw(key, seen);
      default ->
          interventions.delivered(
              key,
              ProviderReference.of("plan " + plan.id() + ": " + plan.by().why()).orElseThrow(),
              seen);
    };
  }

  private static Act act(Plan.Source source) {
    return switch (source) {
      case RETRY_INTENTS, RETRY_PENDING_INTENTS -> Act.RETRY_INTENT;
      case WITHDRAW_INTENTS, WITHDRAW_PENDING_INTENTS -> Act.WITHDRAW_INTENT;
      case DELIVER_INTENTS -> Act.DELIVER_BY_HAND;
      case PARKED, KEPT -> throw new IllegalArgumentException(source + " is about messages");
    };
  }
}
