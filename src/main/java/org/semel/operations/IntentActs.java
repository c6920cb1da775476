// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intervention;
import org.semel.internal.intent.Interventions;
import org.semel.internal.intent.ProviderReference;
import org.semel.internal.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry.Subject;

/**
 * What an operator may see of intents, and do to one; see {@link Interventions} for what each act
 * means. For many at once see {@link PlanActs}.
 */
public final class IntentActs {

  private final OperatorTransactions desk;
  private final Interventions interventions;
  private final Records records;

  IntentActs(OperatorTransactions desk, Interventions interventions, Records records) {
    this.desk = desk;
    this.interventions = interventions;
    this.records = records;
  }

  /**
   * Intents to a destination that wait for a person, without their bodies; the first page.
   *
   * @param most 1 or more
   */
  public List<IntentRecord> parked(Destination destination, ParkedFilter which, int most) {
    return parked(destination, which, IntentRecord.Position.START, most);
  }

  /**
   * Intents to a destination that wait for a person, without their bodies, in the order in which
   * they were recorded.
   *
   * @param after the position of the last one of the page before
   * @param most 1 or more
   */
  public List<IntentRecord> parked(
      Destination destination, ParkedFilter which, IntentRecord.Position after, int most) {
    which.requireIntents();
    return desk.look(() -> records.parkedIntents(destination, which, after, most));
  }

  /** The intent of this key, wherever it stands. */
  public Optional<IntentRecord> find(UUID key) {
    return desk.look(() -> records.intents(List.of(key)).stream().findFirst());
  }

  /** It shall not take effect. */
  public Intervention withdraw(UUID key, OperatorContext by) {
    return act(key, by, Act.WITHDRAW_INTENT, () -> interventions.withdraw(key));
  }

  /** It is due now; a parked one begins its attempts again. */
  public Intervention retry(UUID key, OperatorContext by) {
    return act(key, by, Act.RETRY_INTENT, () -> interventions.retry(key));
  }

  /** It took effect, as the operator knows from elsewhere. */
  public Intervention delivered(UUID key, ProviderReference reference, OperatorContext by) {
    return act(key, by, Act.DELIVER_BY_HAND, () -> interventions.delivered(key, reference));
  }

  /** How the audit calls an intent. */
  static Subject subject(UUID key, Optional<Identity> cause) {
    return new Subject("intent " + key, cause);
  }

  private Optional<Identity> cause(UUID key) {
    return records.intents(List.of(key)).stream().map(IntentRecord::cause).findFirst();
  }

  private Intervention act(
      UUID key, OperatorContext by, Act act, Supplier<Intervention> intervention) {
    return desk.act(
        () -> {
          Intervention came = intervention.get();
          if (!(came instanceof Intervention.Done done)) {
            return Decision.discard(came);
          }
          Subject subject = subject(key, cause(key));
          String outcome = "was " + done.before().word();
          desk.audit().write(new AuditEntry(by, act, subject, outcome));
          return Decision.commit(came);
        });
  }
}
