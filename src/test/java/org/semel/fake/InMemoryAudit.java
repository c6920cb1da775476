// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.semel.message.Identity;
import org.semel.operations.Audit;
import org.semel.operations.AuditEntry;

/** An audit in memory. */
public final class InMemoryAudit implements Audit {

  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private final FakeTransactions transactions;

  public InMemoryAudit(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void write(AuditEntry entry) {
    Line line = new Line(entry, Instant.now());
    lines.add(line);
    transactions.enlist(() -> lines.remove(line), () -> {});
  }

  @Override
  public List<Line> of(Identity identity, int most) {
    List<Line> found = new ArrayList<>(lines);
    Collections.reverse(found);
    return found.stream()
        .filter(line -> line.entry().subject().identity().equals(Optional.of(identity)))
        .limit(most)
        .toList();
  }

  public List<AuditEntry> entries() {
    return lines.stream().map(Line::entry).toList();
  }
}
