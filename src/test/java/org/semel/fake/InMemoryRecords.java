// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.KeyForm;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.ConsumerName;
import org.semel.operations.Dossier.Duplicates;
import org.semel.operations.Dossier.NamedEffect;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.IntentActs.IntentContent;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentRecord;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Underway;

/** What is known in memory of one identity. */
public final class InMemoryRecords implements Records {

  private final Map<String, String> consumers = new ConcurrentSkipListMap<>();
  private final InMemoryInbox inbox;
  private final InMemoryCases cases;
  private final InMemoryIntents intents;
  private final InMemoryUnderway underway;
  private final InMemoryEffects effects;
  private final InMemoryBodies bodies;

  public InMemoryRecords(
      InMemoryInbox inbox,
      InMemoryCases cases,
      InMemoryIntents intents,
      InMemoryUnderway underway,
      InMemoryEffects effects,
      InMemoryBodies bodies) {
    this.inbox = inbox;
    this.cases = cases;
    this.intents = intents;
    this.underway = underway;
    this.effects = effects;
    this.bodies = bodies;
  }

  /** Lets there be a consumer of this name and rule. */
  public void register(String consumer, String rule) {
    consumers.put(consumer, rule);
  }

  @Override
  public List<ConsumerName.Known> consumers() {
    return consumers.entrySet().stream()
        .map(
            named ->
                new ConsumerName.Known(
                    named.getKey(),
                    Optional.of(named.getValue()),
                    Optional.of(KeyForm.of(named.getValue()))))
        .toList();
  }

  @Override
  public Set<Identity> known(Collection<Identity> identities) {
    return identities.stream().filter(this::isKnown).collect(Collectors.toSet());
  }

  private boolean isKnown(Identity identity) {
    return claim(identity).isPresent()
        || underway(identity).stored().isPresent()
        || underway(identity).held().isPresent()
        || !cases(identity, 1).isEmpty()
        || !openIntents(identity, 1).isEmpty();
  }

  @Override
  public Optional<Remembered> claim(Identity identity) {
    return inbox
        .fingerprint(identity)
        .map(fingerprint -> new Remembered(fingerprint, Instant.EPOCH, "memory"));
  }

  @Override
  public Duplicates absorbed(Identity identity) {
    long count = inbox.absorbed(identity);
    return new Duplicates(count, count == 0 ? Optional.empty() : Optional.of(Instant.EPOCH));
  }

  @Override
  public List<NamedEffect> effects(Identity identity, int most) {
    return effects.of(identity).stream().limit(most).toList();
  }

  @Override
  public Underway underway(Identity identity) {
    return underway.of(identity);
  }

  @Override
  public List<ParkedCase> cases(Identity identity, int most) {
    List<ParkedCase> all = cases.of(identity);
    return all.stream().skip(Math.max(0, all.size() - most)).map(InMemoryCases::brief).toList();
  }

  @Override
  public Optional<Long> waiting(Identity identity) {
    return cases.of(identity).stream()
        .filter(found -> found.standing().state() == ParkedState.PARKED)
        .map(ParkedCase::id)
        .findFirst();
  }

  @Override
  public Optional<Long> holder(Identity identity) {
    return cases.of(identity).stream()
        .filter(ParkedCase::blocksItsIdentity)
        .filter(
            found ->
                !found.cause().reason().equals(ParkingReason.CONFLICT)
                    || inbox.fingerprint(identity).isPresent())
        .map(ParkedCase::id)
        .findFirst();
  }

  @Override
  public boolean withdrawn(Identity identity) {
    boolean decided =
        cases.of(identity).stream()
            .anyMatch(found -> found.standing().state() == ParkedState.WITHDRAWN);
    return cases.withdrawn(identity) || (decided && underway.isParked(identity));
  }

  @Override
  public List<IntentRecord> intents(Collection<UUID> keys) {
    return intents.recorded().stream()
        .filter(intent -> keys.contains(intent.key()))
        .map(intents::look)
        .toList();
  }

  @Override
  public Optional<IntentContent> content(UUID key, int most) {
    return intents.recorded().stream()
        .filter(intent -> intent.key().equals(key))
        .map(intent -> content(intents.look(intent), intent, most))
        .findFirst();
  }

  private static IntentContent content(IntentRecord record, Intent intent, int most) {
    Body body = intent.body();
    if (record.state().isFinal()) {
      Body emptied = Body.stored(body.form(), new byte[0], body.contentType().orElse(null));
      return new IntentContent(record, Headers.none(), emptied);
    }
    return new IntentContent(
        record,
        intent.headers(),
        body.size() <= most
            ? body
            : Body.unread(body.form(), body.size(), body.contentType().orElse(null)));
  }

  @Override
  public List<IntentRecord> referenced(String reference, int most) {
    return intents.recorded().stream()
        .map(intents::look)
        .filter(record -> record.answers().reference().equals(Optional.of(reference)))
        .sorted(
            Comparator.comparing(
                    (IntentRecord record) -> record.answers().settled().orElse(Instant.EPOCH))
                .reversed())
        .limit(most)
        .toList();
  }

  @Override
  public List<IntentRecord> parkedIntents(
      Destination destination, ParkedFilter which, IntentRecord.Position after, int most) {
    return intents.parked(destination, which, after, most);
  }

  @Override
  public List<IntentRecord> intentsIn(
      Destination destination,
      IntentFilter which,
      Optional<IntentRecord.Position> after,
      int most) {
    return intents.list(destination, which, after, most);
  }

  @Override
  public List<IntentGroup> intentGroups(
      Optional<Destination> destination, GroupPlace after, int most) {
    return intents.groups(destination, after, most);
  }

  @Override
  public List<IntentRecord> openIntents(Identity identity, int most) {
    return intents.recorded().stream()
        .filter(intent -> intent.cause().equals(identity))
        .map(intents::look)
        .filter(record -> !record.state().isFinal())
        .limit(most)
        .toList();
  }

  @Override
  public Optional<String> memoryBesideClaims(String consumer) {
    return Optional.empty();
  }

  @Override
  public Optional<Instant> rememberedSince(String consumer) {
    return Optional.empty();
  }

  @Override
  public List<Identity> undecided(List<Identity> identities, int most) {
    return identities.stream()
        .filter(identity -> holder(identity).isPresent() || underway(identity).waits())
        .limit(most)
        .toList();
  }

  @Override
  public int remember(List<Identity> identities, Fingerprint fingerprint, Instant at) {
    List<Offer> offers =
        identities.stream()
            .filter(identity -> inbox.fingerprint(identity).isEmpty())
            .map(identity -> new Offer(identity, fingerprint))
            .toList();
    inbox.claim(offers);
    return offers.size();
  }

  @Override
  public boolean forget(Identity identity) {
    if (holder(identity).isPresent()) {
      return false;
    }
    boolean claimed = inbox.fingerprint(identity).isPresent();
    if (claimed) {
      inbox.free(identity, Long.MAX_VALUE);
    }
    return underway.forget(identity) || claimed;
  }

  @Override
  public int erase(Identity identity) {
    return bodies.erase(identity);
  }
}
