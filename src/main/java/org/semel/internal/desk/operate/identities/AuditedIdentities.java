// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.identities;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.SemelException;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.send.Destinations;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Work;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.ConsumerName;
import org.semel.operations.Dossier;
import org.semel.operations.Identities;
import org.semel.operations.Identities.Erasure;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Identities.Obstacle;
import org.semel.operations.IntentRecord;
import org.semel.operations.OperatorContext;
import org.semel.operations.Underway;

/** Acts upon identities, each with its entry of the audit. */
public final class AuditedIdentities implements Identities {

  /** The audit's outcome of forgetting an identity that had taken effect. */
  public static final String FORGOTTEN = "forgotten";

  private final OperatorTransactions transactions;
  private final Records records;
  private final DossierReader dossiers;

  public AuditedIdentities(
      OperatorTransactions transactions,
      Records records,
      AttemptStore attempts,
      Destinations destinations) {
    this.transactions = transactions;
    this.records = records;
    this.dossiers =
        new DossierReader(
            transactions.audit(), records, attempts, new IdentityIntents(records, destinations));
  }

  @Override
  public Dossier dossier(Identity identity) {
    return transactions.look(() -> dossiers.read(identity));
  }

  @Override
  public ForgetResult forget(Identity identity, OperatorContext by) {
    return actAnewIfOvertaken(
        () -> {
          ForgetResult came = forgetting(identity, by);
          return came instanceof ForgetResult.Forgotten
              ? Decision.commit(came)
              : Decision.discard(came);
        });
  }

  /** Does work that forgets; once more, if an identity took effect beside it: that is seen then. */
  public <T> T actAnewIfOvertaken(Work<T> work) {
    try {
      return transactions.act(work);
    } catch (SemelException e) {
      if (e.getCause() instanceof Overtaken) {
        return transactions.act(work);
      }
      throw e;
    }
  }

  /**
   * An identity took effect after the look at what is in the way, and was forgotten all the same.
   */
  private static final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Overtaken() {
      super("the identity took effect at this moment");
    }
  }

  /**
   * The same in the caller's transaction; whatever it answers but that, it has changed nothing.
   * What is in the way is looked at before, so that nothing is locked in vain, and after: what was
   * forgotten had committed by then, with all that it left to be done.
   *
   * @throws RuntimeException if something is in the way only after; the transaction must roll back,
   *     as {@link #actAnewIfOvertaken} lets it
   */
  public ForgetResult forgetting(Identity identity, OperatorContext by) {
    Optional<Obstacle> obstacle = obstacle(identity, records.holder(identity));
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    boolean withdrawn = records.withdrawn(identity);
    if (!records.forget(identity)) {
      return new ForgetResult.NotRemembered();
    }
    if (obstacle(identity, records.holder(identity)).isPresent()) {
      throw new Overtaken();
    }
    Subject subject = new Subject("identity", Optional.of(identity));
    String outcome = withdrawn ? "forgotten; it was withdrawn" : FORGOTTEN;
    transactions.write(new AuditEntry(by, Act.FORGET, subject, outcome));
    return new ForgetResult.Forgotten();
  }

  @Override
  public Remembrance remember(
      String consumer, Collection<String> keys, Instant at, OperatorContext by) {
    List<Identity> identities =
        keys.stream().distinct().map(key -> new Identity(consumer, key)).toList();
    if (keys.isEmpty() || keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "An act remembers 1 to " + MOST_KEYS + " keys, not " + keys.size() + ".");
    }
    if (keys.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("A blank key is no identity; nothing is remembered.");
    }
    return transactions.act(
        () -> {
          if (ConsumerName.of(consumer, records.consumers()) instanceof ConsumerName.NoSuch) {
            return Decision.discard(new Remembrance.UnknownConsumer());
          }
          Optional<String> memory = records.memoryBesideClaims(consumer);
          if (memory.isPresent()) {
            return Decision.discard(new Remembrance.KeepsNoClaims(memory.get()));
          }
          Optional<Instant> since = records.rememberedSince(consumer).filter(at::isBefore);
          if (since.isPresent()) {
            return Decision.discard(new Remembrance.TooOld(since.get()));
          }
          int added = records.remember(identities, FingerprintProfile.ofNoBody(), at);
          int known = identities.size() - added;
          List<String> undecided = known == 0 ? List.of() : undecided(identities);
          if (!undecided.isEmpty()) {
            return Decision.discard(new Remembrance.Undecided(undecided));
          }
          String outcome = added + " remembered as of " + at + "; " + known + " were before";
          Subject subject = new Subject("identities of " + consumer, Optional.empty());
          transactions.write(new AuditEntry(by, Act.REMEMBER, subject, outcome));
          return Decision.commit(new Remembrance.Added(added, known));
        });
  }

  private List<String> undecided(List<Identity> identities) {
    return records.undecided(identities, Dossier.MOST).stream().map(Identity::key).toList();
  }

  @Override
  public Erasure erase(Identity identity, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<Obstacle> obstacle = obstacle(identity, records.waiting(identity));
          if (obstacle.isPresent()) {
            return Decision.discard(obstacle.get());
          }
          int rows = records.erase(identity);
          if (rows == 0) {
            return Decision.discard(new Erasure.Nothing());
          }
          Subject subject = new Subject("identity", Optional.of(identity));
          transactions.write(new AuditEntry(by, Act.ERASE, subject, "erased in " + rows + " rows"));
          return Decision.commit(new Erasure.Erased(rows));
        });
  }

  /**
   * What must be settled first.
   *
   * @param parked the number of a parked message that must
   */
  private Optional<Obstacle> obstacle(Identity identity, Optional<Long> parked) {
    if (parked.isPresent()) {
      return Optional.of(new Obstacle.Parked(parked.get()));
    }
    Underway underway = records.underway(identity);
    if (underway.waits()) {
      return Optional.of(new Obstacle.Waiting(underway));
    }
    List<IntentRecord> open = records.openIntents(identity, Dossier.MOST);
    return open.isEmpty() ? Optional.empty() : Optional.of(new Obstacle.IntentsOpen(open));
  }
}
