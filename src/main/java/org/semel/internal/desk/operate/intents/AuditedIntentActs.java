// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.intents;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.IntentActs;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentRecord;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter;
import org.semel.operations.RowVersion;

/** Acts upon intents, each with its entry of the audit. */
public final class AuditedIntentActs implements IntentActs {

  private final OperatorTransactions transactions;
  private final Interventions interventions;
  private final Records records;

  public AuditedIntentActs(
      OperatorTransactions transactions, Interventions interventions, Records records) {
    this.transactions = transactions;
    this.interventions = interventions;
    this.records = records;
  }

  @Override
  public List<IntentRecord> parked(
      String destination, ParkedFilter which, IntentRecord.Position after, int most) {
    which.requireIntents();
    Destination place = new Destination(destination);
    return transactions.look(() -> records.parkedIntents(place, which, after, most));
  }

  @Override
  public List<IntentRecord> list(
      String destination, IntentFilter which, Optional<IntentRecord.Position> after, int most) {
    Destination place = new Destination(destination);
    return transactions.look(() -> records.intentsIn(place, which, after, most));
  }

  @Override
  public List<IntentGroup> groups(Optional<String> destination, GroupPlace after, int most) {
    Optional<Destination> place = destination.map(Destination::new);
    return transactions.look(() -> records.intentGroups(place, after, most));
  }

  @Override
  public Optional<IntentRecord> find(UUID key) {
    return transactions.look(() -> records.intents(List.of(key)).stream().findFirst());
  }

  @Override
  public Optional<IntentContent> view(UUID key, int most, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<IntentContent> found = records.content(key, most);
          found.ifPresent(one -> transactions.write(viewed(one.intent(), by)));
          return found.isPresent() ? Decision.commit(found) : Decision.discard(found);
        });
  }

  private static AuditEntry viewed(IntentRecord intent, OperatorContext by) {
    return new AuditEntry(by, Act.VIEW, intent.audited(), "body read");
  }

  @Override
  public Intervention withdraw(UUID key, RowVersion seen, OperatorContext by) {
    return act(key, by, Act.WITHDRAW_INTENT, () -> interventions.withdraw(key, seen));
  }

  @Override
  public Intervention retry(UUID key, RowVersion seen, OperatorContext by) {
    return act(key, by, Act.RETRY_INTENT, () -> interventions.retry(key, seen));
  }

  @Override
  public Intervention delivered(UUID key, String reference, RowVersion seen, OperatorContext by) {
    ProviderReference given = new ProviderReference(reference);
    return act(key, by, Act.DELIVER_BY_HAND, () -> interventions.delivered(key, given, seen));
  }

  private Subject audited(UUID key) {
    return records.intents(List.of(key)).stream()
        .findFirst()
        .map(IntentRecord::audited)
        .orElseGet(() -> new Subject("intent " + key, Optional.empty()));
  }

  private Intervention act(
      UUID key, OperatorContext by, Act act, Supplier<Intervention> intervention) {
    return transactions.act(
        () -> {
          Intervention came = intervention.get();
          if (!(came instanceof Intervention.Done done)) {
            return Decision.discard(came);
          }
          String outcome = "was " + done.before().word();
          transactions.write(new AuditEntry(by, act, audited(key), outcome));
          return Decision.commit(came);
        });
  }
}
