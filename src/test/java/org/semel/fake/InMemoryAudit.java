// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditFilter;

/** An audit in memory. */
public final class InMemoryAudit implements Audit {

  private final List<AuditEntry.Line> lines = new CopyOnWriteArrayList<>();
  private final FakeTransactions transactions;

  public InMemoryAudit(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void write(AuditEntry entry) {
    AuditEntry.Line line = new AuditEntry.Line(entry, Instant.now());
    lines.add(line);
    transactions.enlist(() -> lines.remove(line), () -> {});
  }

  @Override
  public List<AuditEntry.Line> of(Identity identity, int most) {
    List<AuditEntry.Line> found = new ArrayList<>(lines);
    Collections.reverse(found);
    return found.stream()
        .filter(line -> line.entry().subject().identity().equals(Optional.of(identity)))
        .limit(most)
        .toList();
  }

  @Override
  public Set<Identity> among(Collection<Identity> identities, Act act, String outcome) {
    return identities.stream()
        .filter(
            identity ->
                of(identity, Integer.MAX_VALUE).stream()
                    .map(AuditEntry.Line::entry)
                    .anyMatch(entry -> entry.act() == act && entry.outcome().equals(outcome)))
        .collect(Collectors.toSet());
  }

  @Override
  public Set<Identity> among(Collection<Identity> identities) {
    return identities.stream()
        .filter(identity -> !of(identity, 1).isEmpty())
        .collect(Collectors.toSet());
  }

  @Override
  public List<AuditEntry.Noted> latest(AuditFilter which, long before, int most) {
    List<AuditEntry.Noted> noted = new ArrayList<>();
    for (int id = lines.size(); id >= 1 && noted.size() < most; id--) {
      if (id < before && matches(which, lines.get(id - 1))) {
        noted.add(noted(id, lines.get(id - 1)));
      }
    }
    return noted;
  }

  private static boolean matches(AuditFilter which, AuditEntry.Line line) {
    AuditEntry entry = line.entry();
    return which.who().stream().allMatch(entry.by().who()::equals)
        && which.act().stream().allMatch(entry.act()::equals)
        && which.subject().stream().allMatch(entry.subject().name()::contains)
        && which.done().since().stream().noneMatch(line.at()::isBefore)
        && which.done().until().stream().allMatch(line.at()::isBefore);
  }

  private static AuditEntry.Noted noted(long id, AuditEntry.Line line) {
    AuditEntry entry = line.entry();
    AuditEntry.Subject subject = entry.subject();
    return new AuditEntry.Noted(
        id,
        line.at(),
        entry.by(),
        entry.act(),
        subject.name(),
        subject.identity().map(Identity::digest),
        entry.outcome());
  }

  public List<AuditEntry> entries() {
    return lines.stream().map(AuditEntry.Line::entry).toList();
  }
}
