// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.acts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.semel.internal.claim.AttemptStore;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.operate.Destinations;
import org.semel.internal.operate.OperatorTransactions;
import org.semel.internal.operate.Records;
import org.semel.internal.replay.RuledReplay;
import org.semel.internal.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
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
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.Underway;

/** Acts upon identities, each with its entry of the audit. */
final class AuditedIdentities implements Identities {

  private static final int ACTS = 100;
  private static final int ORDINALS = 256;

  private final OperatorTransactions transactions;
  private final Records records;
  private final AttemptStore attempts;
  private final Destinations destinations;

  AuditedIdentities(
      OperatorTransactions transactions,
      Records records,
      AttemptStore attempts,
      Destinations destinations) {
    this.transactions = transactions;
    this.records = records;
    this.attempts = attempts;
    this.destinations = destinations;
  }

  @Override
  public Dossier dossier(Identity identity) {
    return transactions.look(
        () ->
            new Dossier(
                identity,
                ConsumerName.of(identity.consumer(), records.consumers()),
                records.claim(identity),
                records.effects(identity),
                records.absorbed(identity),
                failures(identity),
                records.underway(identity),
                records.cases(identity),
                intents(identity),
                transactions.audit().of(identity, ACTS)));
  }

  private Optional<Dossier.FailedAttempts> failures(Identity identity) {
    return Optional.ofNullable(attempts.of(List.of(identity)).get(identity))
        .map(
            found ->
                new Dossier.FailedAttempts(
                    found.count(), found.stops(), found.last().kind(), found.last().detail()));
  }

  @Override
  public ForgetResult forget(Identity identity, OperatorContext by) {
    return transactions.act(
        () -> {
          ForgetResult came = forgetting(identity, by);
          return came instanceof ForgetResult.Forgotten
              ? Decision.commit(came)
              : Decision.discard(came);
        });
  }

  /** The same in the caller's transaction; whatever it answers but that, it has changed nothing. */
  ForgetResult forgetting(Identity identity, OperatorContext by) {
    Optional<Obstacle> obstacle = obstacle(identity, ParkedCase::blocksItsIdentity);
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    boolean withdrawn = records.withdrawn(identity);
    if (!records.forget(identity)) {
      return new ForgetResult.NotRemembered();
    }
    Subject subject = new Subject("identity", Optional.of(identity));
    String outcome = withdrawn ? "forgotten; it was withdrawn" : RuledReplay.FORGOTTEN;
    transactions.write(new AuditEntry(by, Act.FORGET, subject, outcome));
    return new ForgetResult.Forgotten();
  }

  @Override
  public Erasure erase(Identity identity, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<Obstacle> obstacle = obstacle(identity, AuditedIdentities::waits);
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

  private static boolean waits(ParkedCase parked) {
    return parked.standing().state() == ParkedState.PARKED;
  }

  /**
   * What must be settled first.
   *
   * @param blocks which of its parked messages must
   */
  private Optional<Obstacle> obstacle(Identity identity, Predicate<ParkedCase> blocks) {
    Optional<ParkedCase> parked = records.cases(identity).stream().filter(blocks).findFirst();
    if (parked.isPresent()) {
      return Optional.of(new Obstacle.Parked(parked.get().id()));
    }
    Underway underway = records.underway(identity);
    if (underway.waits()) {
      return Optional.of(new Obstacle.Waiting(underway));
    }
    List<IntentRecord> open = records.openIntents(identity);
    return open.isEmpty() ? Optional.empty() : Optional.of(new Obstacle.IntentsOpen(open));
  }

  /**
   * Those that are settled are found by their keys, which follow from identity and name, so that no
   * index is needed; a hole among the ordinals, as retention leaves, hides none of the next
   * hundreds. Those that are open are found whatever their keys.
   */
  private List<IntentRecord> intents(Identity identity) {
    Map<UUID, IntentRecord> found = new LinkedHashMap<>();
    for (Destination destination : destinations.all()) {
      byKeys(identity, new Intent.Address(destination, 0), found);
      for (String name : destinations.names(destination)) {
        byKeys(identity, new Intent.Address(destination, 0).named(name), found);
      }
    }
    records.openIntents(identity).forEach(intent -> found.putIfAbsent(intent.key(), intent));
    return List.copyOf(found.values());
  }

  private void byKeys(Identity identity, Intent.Address line, Map<UUID, IntentRecord> found) {
    List<IntentRecord> page;
    int first = 0;
    do {
      page = records.intents(keys(identity, line, first));
      page.forEach(intent -> found.put(intent.key(), intent));
      first += ORDINALS;
    } while (!page.isEmpty());
  }

  private static List<UUID> keys(Identity identity, Intent.Address line, int first) {
    return IntStream.range(first, first + ORDINALS)
        .mapToObj(
            ordinal ->
                new Intent.Address(line.destination(), ordinal, line.orderKey(), line.name()))
        .map(address -> new Intent(identity, address, Headers.none(), Body.none()).key())
        .toList();
  }
}
