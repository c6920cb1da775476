// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.operate.Audit;
import org.semel.internal.operate.OperatorTransactions;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Transactions;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;

/** What the audit promises, whatever stands behind it. */
public abstract class AuditContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  protected final Identity identity = new Identity("c-" + UUID.randomUUID(), "1");

  protected abstract Transactions transactions();

  protected abstract Audit audit();

  @Test
  void aLineSaysWhoDidWhatToWhatAndWhy() {
    AuditEntry entry = entry(Act.RELEASE, "took effect");
    write(entry);
    assertThat(lines(10)).extracting(AuditEntry.Line::entry).containsExactly(entry);
    assertThat(lines(10).get(0).at()).isNotNull();
  }

  @Test
  void theLatestLinesComeFirstAndNoMoreThanAskedFor() {
    write(entry(Act.RELEASE, "failed"));
    write(entry(Act.RELEASE, "failed again"));
    write(entry(Act.WITHDRAW, "withdrawn"));
    assertThat(lines(2))
        .extracting(line -> line.entry().outcome())
        .containsExactly("withdrawn", "failed again");
  }

  @Test
  void whichIdentitiesHaveAnEntryIsAnsweredForActAndOutcome() {
    write(entry(Act.FORGET, "forgotten"));
    write(entry(Act.RELEASE, "failed"));
    assertThat(among(Act.FORGET, "forgotten")).containsExactly(identity);
    assertThat(among(Act.FORGET, "failed")).isEmpty();
    assertThat(among(Act.ERASE, "forgotten")).isEmpty();
  }

  private Set<Identity> among(Act act, String outcome) {
    List<Identity> asked = List.of(identity, new Identity(identity.consumer(), "2"));
    return OperatorTransactions.outcome(
        transactions().inNew(TIMEOUT, () -> Decision.discard(audit().among(asked, act, outcome))));
  }

  @Test
  void allEntriesCanBeReadPageByPageTheLatestFirst() {
    write(entry(Act.RELEASE, "failed"));
    write(entry(Act.VIEW, "body read"));
    write(entry(Act.WITHDRAW, "withdrawn"));
    List<AuditEntry.Noted> latest = latest(Long.MAX_VALUE);
    assertThat(latest)
        .extracting(AuditEntry.Noted::outcome)
        .containsExactly("withdrawn", "body read", "failed");
    assertThat(latest.get(0).identity()).contains(identity.digest());
    assertThat(latest.get(0).subject()).isEqualTo("parked 1");
    assertThat(latest.get(0).by().who()).isEqualTo("ann");
    assertThat(latest(latest.get(1).id())).containsExactly(latest.get(2));
  }

  /** Those of this test: others write, too. */
  protected final List<AuditEntry.Noted> latest(long before) {
    return OperatorTransactions.outcome(
            transactions().inNew(TIMEOUT, () -> Decision.discard(audit().latest(before, 100))))
        .stream()
        .filter(noted -> noted.identity().equals(Optional.of(identity.digest())))
        .toList();
  }

  @Test
  void anActThatIsRolledBackLeavesNoLine() {
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              audit().write(entry(Act.RELEASE, "took effect"));
              return Decision.discard("");
            });
    assertThat(lines(10)).isEmpty();
  }

  @Test
  void nobodyActsWithoutANameOrAReason() {
    assertThatThrownBy(() -> new OperatorContext(" ", "why")).hasMessageContaining("who");
    assertThatThrownBy(() -> new OperatorContext("ann", "")).hasMessageContaining("why");
    assertThatThrownBy(() -> new OperatorContext("a".repeat(201), "why"))
        .hasMessageContaining("200");
  }

  public final AuditEntry entry(Act act, String outcome) {
    return new AuditEntry(
        new OperatorContext("ann", "the price list is mended"),
        act,
        new Subject("parked 1", Optional.of(identity)),
        outcome);
  }

  public final void write(AuditEntry entry) {
    transactions()
        .inNew(
            TIMEOUT,
            () -> {
              audit().write(entry);
              return Decision.commit("");
            });
  }

  protected final List<AuditEntry.Line> lines(int most) {
    return OperatorTransactions.outcome(
        transactions().inNew(TIMEOUT, () -> Decision.discard(audit().of(identity, most))));
  }
}
