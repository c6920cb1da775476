// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.identities;

import static org.semel.operations.Dossier.MOST;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.ConsumerName;
import org.semel.operations.Dossier;
import org.semel.operations.Dossier.FailedAttempts;
import org.semel.operations.Dossier.NamedEffect;
import org.semel.operations.ParkedCase;

/**
 * Reads what all tables know of one identity, and of each kind one more than is shown, so as to
 * tell whether there is more.
 */
final class DossierReader {

  private final Audit audit;
  private final Records records;
  private final AttemptStore attempts;
  private final IdentityIntents intents;

  DossierReader(Audit audit, Records records, AttemptStore attempts, IdentityIntents intents) {
    this.audit = audit;
    this.records = records;
    this.attempts = attempts;
    this.intents = intents;
  }

  /** In the caller's transaction. */
  Dossier read(Identity identity) {
    List<NamedEffect> effects = records.effects(identity, MOST + 1);
    List<ParkedCase> cases = records.cases(identity, MOST + 1);
    IdentityIntents.IntentPage found = intents.of(identity);
    List<AuditEntry.Line> acts = audit.of(identity, MOST + 1);
    return new Dossier(
        identity,
        ConsumerName.of(identity.consumer(), records.consumers()),
        records.claim(identity),
        first(effects),
        records.absorbed(identity),
        failures(identity),
        records.underway(identity),
        cases.subList(Math.max(0, cases.size() - MOST), cases.size()),
        found.intents(),
        first(acts),
        new Dossier.More(isMore(effects), isMore(cases), found.more(), isMore(acts)));
  }

  private static <T> List<T> first(List<T> all) {
    return all.subList(0, Math.min(MOST, all.size()));
  }

  private static boolean isMore(List<?> all) {
    return all.size() > MOST;
  }

  private Optional<FailedAttempts> failures(Identity identity) {
    return Optional.ofNullable(attempts.of(List.of(identity)).get(identity))
        .map(
            found ->
                new FailedAttempts(
                    found.count(), found.stops(), found.last().kind(), found.last().detail()));
  }
}
