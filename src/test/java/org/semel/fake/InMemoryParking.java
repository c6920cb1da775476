// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedCase.ParkedState;

/** A parking place in memory. */
public final class InMemoryParking implements ParkedStore {

  private final List<ParkedRow> rows = new CopyOnWriteArrayList<>();
  private final FakeTransactions transactions;

  public InMemoryParking(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void park(List<ParkedMessage> messages) {
    List<ParkedRow> added = new ArrayList<>();
    for (ParkedMessage message : messages) {
      if (rows.stream().noneMatch(there -> there.waits() && same(there.parked, message))) {
        ParkedRow row = new ParkedRow(message);
        rows.add(row);
        added.add(row);
      } else {
        rows.stream()
            .filter(there -> there.waits() && same(there.parked, message))
            .forEach(this::tie);
      }
    }
    transactions.enlist(() -> rows.removeAll(added), () -> {});
  }

  /** From now on it holds the claim that is there. */
  private void tie(ParkedRow row) {
    long before = row.tied;
    row.tied = Sequence.next();
    changed(row);
    transactions.enlist(() -> row.tied = before, () -> {});
  }

  /** From now on it is of another version. */
  void changed(ParkedRow row) {
    long before = row.version;
    row.version = Sequence.next();
    transactions.enlist(() -> row.version = before, () -> {});
  }

  /** The messages that wait. */
  public List<ParkedMessage> rows() {
    return rows.stream().filter(ParkedRow::waits).map(row -> row.parked).toList();
  }

  /** Settles what was parked to tell of a gap; {@code how} it closed is added to the verdict. */
  void closed(Identity notice, String how) {
    rows.stream()
        .filter(row -> row.waits() && row.parked.verdict().reason().equals(ParkingReason.GAP))
        .filter(row -> row.parked.evidence().identity().equals(Optional.of(notice)))
        .forEach(row -> close(row, how));
  }

  private void close(ParkedRow row, String how) {
    ParkedMessage before = row.parked;
    row.state = ParkedState.RELEASED;
    changed(row);
    row.parked =
        new ParkedMessage(
            before.consumer(),
            before.message(),
            new ParkedMessage.Verdict(ParkingReason.GAP, before.verdict().detail() + how),
            before.evidence());
    transactions.enlist(
        () -> {
          row.state = ParkedState.PARKED;
          row.parked = before;
        },
        () -> {});
  }

  /** State and detail of each case of this identity, settled ones too. */
  public List<String> cases(Identity identity) {
    return rows.stream()
        .filter(row -> row.parked.evidence().identity().equals(Optional.of(identity)))
        .map(row -> row.state.word() + ": " + row.parked.verdict().detail())
        .toList();
  }

  List<ParkedRow> all() {
    return rows;
  }

  private static boolean same(ParkedMessage a, ParkedMessage b) {
    return a.evidence().identity().isPresent()
        && a.evidence().identity().equals(b.evidence().identity())
        && a.evidence().offered().equals(b.evidence().offered())
        && a.verdict().reason().equals(b.verdict().reason())
        && a.evidence().holdsClaim() == b.evidence().holdsClaim();
  }

  /** One parked message, and where it stands. Its number is also its time. */
  static final class ParkedRow {
    final long id = Sequence.next();
    long tied = id;
    long version = id;
    final Instant since = Instant.now();
    ParkedMessage parked;
    ParkedState state = ParkedState.PARKED;
    int failures;
    String failure = "";
    Optional<String> group;
    Object holder;

    ParkedRow(ParkedMessage parked) {
      this.parked = parked;
      this.group = parked.verdict().group();
    }

    boolean isNotOf(String consumer) {
      return !parked.consumer().equals(consumer);
    }

    boolean waits() {
      return state == ParkedState.PARKED;
    }
  }
}
