// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.kept;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.identities.AuditedIdentities;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.desk.operate.plan.PlansOfOne;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.KeptActs;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.KeptMessage;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;

/** Acts upon kept messages, each with its entry of the audit. */
public final class AuditedKeptActs implements KeptActs {

  private final OperatorTransactions transactions;
  private final KeptMessages messages;
  private final MessageReplay replay;
  private final AuditedIdentities identities;
  private final PlansOfOne elsewhere;

  public AuditedKeptActs(
      OperatorTransactions transactions,
      KeptMessages messages,
      MessageReplay replay,
      AuditedIdentities identities,
      Plans plans) {
    this.transactions = transactions;
    this.messages = messages;
    this.replay = replay;
    this.identities = identities;
    this.elsewhere = new PlansOfOne(transactions, plans);
  }

  @Override
  public Optional<KeptMessage> show(long id, int most) {
    return transactions.look(() -> messages.show(id, most));
  }

  @Override
  public Optional<KeptMessage> view(long id, int most, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<KeptMessage> found = messages.show(id, most);
          found.ifPresent(one -> transactions.write(viewed(one, by)));
          return found.isPresent() ? Decision.commit(found) : Decision.discard(found);
        });
  }

  private static AuditEntry viewed(KeptMessage kept, OperatorContext by) {
    Subject subject = new Subject("kept " + kept.id(), Optional.of(kept.identity()));
    return new AuditEntry(by, AuditEntry.Act.VIEW, subject, "body read");
  }

  @Override
  public List<KeptMessage> kept(String consumer, long after, int most) {
    return transactions.look(() -> messages.kept(consumer, after, most));
  }

  @Override
  public List<KeptMessage> kept(String consumer, KeptFilter which, long after, int most) {
    return transactions.look(() -> messages.kept(consumer, which, after, most));
  }

  @Override
  public long last(String consumer) {
    return transactions.look(() -> messages.last(consumer));
  }

  @Override
  public Page forget(String consumer, long after, long upTo, int most, OperatorContext by) {
    return identities.actAnewIfOvertaken(
        () -> {
          List<KeptMessage> page = messages.kept(consumer, after, upTo, most);
          Map<Identity, ForgetResult> came = new LinkedHashMap<>();
          page.forEach(
              kept -> came.computeIfAbsent(kept.identity(), one -> identities.forgetting(one, by)));
          return Decision.commit(page(page, came));
        });
  }

  private static Page page(List<KeptMessage> page, Map<Identity, ForgetResult> came) {
    int forgotten = count(came, ForgetResult.Forgotten.class);
    int unknown = count(came, ForgetResult.NotRemembered.class);
    List<Identity> refused =
        came.entrySet().stream()
            .filter(
                one ->
                    !(one.getValue() instanceof ForgetResult.Forgotten
                        || one.getValue() instanceof ForgetResult.NotRemembered))
            .map(Map.Entry::getKey)
            .toList();
    Optional<Long> last =
        page.isEmpty() ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
    return new Page(forgotten, unknown, refused, last);
  }

  private static int count(
      Map<Identity, ForgetResult> came, Class<? extends ForgetResult> outcome) {
    return (int) came.values().stream().filter(outcome::isInstance).count();
  }

  @Override
  public ReleaseResult replay(long id, OperatorContext by) {
    return elsewhere.or(
        () -> replay.replay(id, RowVersion.LATEST, by, outcome -> {}),
        Plan.Source.KEPT,
        id,
        RowVersion.LATEST,
        by);
  }
}
