// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.semel.fake.InMemoryParking.ParkedRow;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedFilter;
import org.semel.operations.RowVersion;

/** What operators do with a parking place in memory. */
public final class InMemoryCases implements ParkedCases {

  static final Comparator<GroupPlace> GROUPS =
      Comparator.comparing(GroupPlace::rows)
          .reversed()
          .thenComparing(GroupPlace::owner)
          .thenComparing(GroupPlace::reason)
          .thenComparing(GroupPlace::group);

  private final FakeTransactions transactions;
  private final InMemoryParking parking;
  private final InMemoryInbox inbox;

  public InMemoryCases(
      FakeTransactions transactions, InMemoryParking parking, InMemoryInbox inbox) {
    this.transactions = transactions;
    this.parking = parking;
    this.inbox = inbox;
  }

  @Override
  public synchronized Hold hold(long id, RowVersion seen) {
    Optional<ParkedRow> found = row(id);
    if (found.isEmpty()) {
      return new Hold.NotFound();
    }
    ParkedRow row = found.get();
    if (row.holder != null && row.holder != transactions.owner()) {
      return new Hold.Busy();
    }
    if (!row.waits()) {
      return new Hold.AlreadySettled(row.state);
    }
    if (!seen.admits(row.version)) {
      return new Hold.Changed();
    }
    row.holder = transactions.owner();
    transactions.enlist(() -> row.holder = null, () -> row.holder = null);
    return new Hold.Locked(read(row));
  }

  /** A gap that closes settles its notice. */
  @Override
  public synchronized boolean tellsOfAGap(ParkedCase held) {
    return row(held.id())
        .filter(row -> row.waits() && row.parked.verdict().reason().equals(ParkingReason.GAP))
        .isPresent();
  }

  @Override
  public synchronized void freeClaim(ParkedCase held) {
    row(held.id())
        .filter(ParkedRow::waits)
        .filter(row -> row.parked.evidence().holdsClaim())
        .ifPresent(row -> inbox.free(row.parked.evidence().identity().orElseThrow(), row.tied));
  }

  @Override
  public synchronized void settle(long id, ParkedState end) {
    ParkedRow row = row(id).filter(InMemoryCases::settles).orElseThrow(IllegalStateException::new);
    ParkedState before = row.state;
    row.state = end;
    parking.changed(row);
    transactions.enlist(() -> row.state = before, () -> {});
  }

  @Override
  public synchronized void failed(long id, Failure failure) {
    row(id)
        .filter(ParkedRow::waits)
        .ifPresent(
            row -> {
              String before = row.failure;
              row.failures++;
              parking.changed(row);
              Optional<String> groupBefore = row.group;
              row.failure = failure.sentence();
              row.group = Optional.of(failure.group());
              transactions.enlist(
                  () -> {
                    row.failures--;
                    row.failure = before;
                    row.group = groupBefore;
                  },
                  () -> {});
            });
  }

  @Override
  public synchronized Optional<ParkedCase> show(long id, int most) {
    return row(id)
        .map(InMemoryCases::read)
        .map(found -> found.message().body().size() <= most ? found : InMemoryCases.brief(found));
  }

  @Override
  public synchronized List<ParkedCase> waiting(String consumer, long after, int most) {
    return parking.all().stream()
        .filter(row -> row.waits() && row.id > after && row.parked.consumer().equals(consumer))
        .limit(most)
        .map(InMemoryCases::read)
        .map(InMemoryCases::brief)
        .toList();
  }

  @Override
  public synchronized List<Long> search(String consumer, ParkedFilter which, long after, int most) {
    return parking.all().stream()
        .filter(row -> row.waits() && row.id > after && row.parked.consumer().equals(consumer))
        .filter(row -> holds(which, row))
        .map(row -> row.id)
        .limit(most)
        .toList();
  }

  @Override
  public synchronized List<Long> withMessageId(
      String messageId, Collection<String> consumers, int most) {
    return parking.all().stream()
        .filter(row -> consumers.contains(row.parked.consumer()))
        .filter(row -> row.parked.message().origin().messageId().equals(messageId))
        .sorted(Comparator.comparing(row -> !row.waits()))
        .map(row -> row.id)
        .limit(most)
        .toList();
  }

  @Override
  public synchronized List<FailureGroup> groups(
      Optional<String> consumer, GroupPlace after, int most) {
    return parking.all().stream()
        .filter(row -> row.waits() && consumer.filter(row::isNotOf).isEmpty())
        .collect(Collectors.groupingBy(InMemoryCases::groupKey))
        .values()
        .stream()
        .map(InMemoryCases::group)
        .sorted(Comparator.comparing(FailureGroup::place, GROUPS))
        .filter(group -> GROUPS.compare(group.place(), after) > 0)
        .limit(most)
        .toList();
  }

  /** The same as {@link #search}, each with its version. */
  synchronized Map<Long, Long> chosen(String consumer, ParkedFilter which, long after, int most) {
    Map<Long, Long> versions = new LinkedHashMap<>();
    search(consumer, which, after, most)
        .forEach(id -> versions.put(id, row(id).orElseThrow().version));
    return versions;
  }

  /** The case of this number, if it still is of this version. */
  synchronized boolean isStill(long id, long version) {
    return row(id).filter(row -> row.version == version).isPresent();
  }

  private static List<Object> groupKey(ParkedRow row) {
    return List.of(row.parked.consumer(), row.parked.verdict().reason(), row.group);
  }

  private static FailureGroup group(List<ParkedRow> rows) {
    ParkedRow oldest = rows.get(0);
    Instant now = Instant.now();
    return new FailureGroup(
        oldest.parked.consumer(),
        oldest.parked.verdict().reason(),
        oldest.group,
        rows.size(),
        Duration.between(oldest.since, now),
        Duration.between(rows.get(rows.size() - 1).since, now));
  }

  private static boolean holds(ParkedFilter which, ParkedRow row) {
    ParkedMessage parked = row.parked;
    return which
            .reason()
            .filter(reason -> !reason.equals(parked.verdict().reason().name()))
            .isEmpty()
        && which.group().filter(group -> !row.group.equals(Optional.of(group))).isEmpty()
        && which.text().filter(part -> !says(row, part)).isEmpty()
        && which.parked().since().filter(row.since::isBefore).isEmpty()
        && which.parked().until().filter(end -> !row.since.isBefore(end)).isEmpty()
        && (which.keys().isEmpty()
            || parked
                .evidence()
                .identity()
                .map(Identity::key)
                .filter(which.keys()::contains)
                .isPresent())
        && which
            .messageId()
            .filter(id -> !id.equals(parked.message().origin().messageId()))
            .isEmpty();
  }

  private static boolean says(ParkedRow row, String part) {
    return row.parked.verdict().detail().contains(part) || row.failure.contains(part);
  }

  synchronized List<ParkedCase> of(Identity identity) {
    return parking.all().stream()
        .filter(row -> row.parked.evidence().identity().equals(Optional.of(identity)))
        .map(InMemoryCases::read)
        .toList();
  }

  /** Whether a case that was withdrawn holds the claim that is there. */
  synchronized boolean withdrawn(Identity identity) {
    return parking.all().stream()
        .filter(row -> row.parked.evidence().identity().equals(Optional.of(identity)))
        .filter(row -> row.parked.evidence().holdsClaim() && row.state == ParkedState.WITHDRAWN)
        .anyMatch(row -> inbox.claimedBefore(identity, row.tied));
  }

  /** What told of a gap may just have been settled by the very version that was released. */
  private static boolean settles(ParkedRow row) {
    return row.waits() || row.parked.verdict().reason().equals(ParkingReason.GAP);
  }

  private Optional<ParkedRow> row(long id) {
    return parking.all().stream().filter(row -> row.id == id).findFirst();
  }

  /** The same, its body not read. */
  static ParkedCase brief(ParkedCase found) {
    return new ParkedCase(
        found.id(),
        found.consumer(),
        InMemoryBodies.brief(found.message()),
        found.cause(),
        found.evidence(),
        found.standing());
  }

  private static ParkedCase read(ParkedRow row) {
    ParkedMessage parked = row.parked;
    ParkedMessage.Verdict latest =
        new ParkedMessage.Verdict(parked.verdict().reason(), parked.verdict().detail(), row.group);
    return shown(
        row.id,
        new ParkedMessage(parked.consumer(), parked.message(), latest, parked.evidence()),
        new ParkedCase.Standing(row.state, row.since, row.failures, row.version));
  }

  /** A parked message, as operators see it. */
  public static ParkedCase shown(long id, ParkedMessage parked, ParkedCase.Standing standing) {
    return new ParkedCase(
        id,
        parked.consumer(),
        parked.message(),
        new ParkedCase.Cause(
            parked.verdict().reason(), parked.verdict().detail(), parked.verdict().group()),
        evidence(parked),
        standing);
  }

  private static ParkedCase.Evidence evidence(ParkedMessage parked) {
    ParkedMessage.IdentityEvidence evidence = parked.evidence();
    return new ParkedCase.Evidence(
        evidence.identity(),
        evidence.offered(),
        evidence.conflict().map(known -> new ParkedCase.RecordedBody(known.recorded(), known.at())),
        evidence.differing(),
        evidence.holdsClaim(),
        parked.verdict().reason().keepsTheBody());
  }
}
