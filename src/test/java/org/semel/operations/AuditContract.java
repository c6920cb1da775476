// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.semel.operations.ParkedFilter.Period.EVER;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.ParkedFilter.Period;

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

  @Test
  void entriesAreFoundByWhoActSubjectAndTime() {
    write(entry(Act.RELEASE, "failed"));
    write(entry(Act.WITHDRAW, "withdrawn"));
    write(
        new AuditEntry(
            new OperatorContext("bob", "it was sent twice"),
            Act.WITHDRAW,
            new Subject("kept 1%", Optional.of(identity)),
            "not there"));
    List<AuditEntry.Noted> all = latest(Long.MAX_VALUE);
    Instant first = all.get(2).at();
    assertThat(outcomes(by("ann"))).containsExactly("withdrawn", "failed");
    assertThat(outcomes(by("an"))).isEmpty();
    assertThat(outcomes(of(Act.WITHDRAW))).containsExactly("not there", "withdrawn");
    assertThat(outcomes(to("parked 1"))).containsExactly("withdrawn", "failed");
    assertThat(outcomes(to("1%"))).containsExactly("not there");
    assertThat(outcomes(to("Parked"))).isEmpty();
    assertThat(outcomes(done(new Period(Optional.of(first), Optional.empty())))).hasSize(3);
    assertThat(outcomes(done(new Period(Optional.empty(), Optional.of(first))))).isEmpty();
    AuditFilter both =
        new AuditFilter(Optional.of("ann"), Optional.of(Act.WITHDRAW), Optional.empty(), EVER);
    assertThat(outcomes(both)).containsExactly("withdrawn");
    assertThat(latest(by("ann"), all.get(1).id())).containsExactly(all.get(2));
  }

  private static AuditFilter by(String who) {
    return new AuditFilter(Optional.of(who), Optional.empty(), Optional.empty(), EVER);
  }

  private static AuditFilter of(Act act) {
    return new AuditFilter(Optional.empty(), Optional.of(act), Optional.empty(), EVER);
  }

  private static AuditFilter to(String subject) {
    return new AuditFilter(Optional.empty(), Optional.empty(), Optional.of(subject), EVER);
  }

  private static AuditFilter done(Period when) {
    return new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty(), when);
  }

  private List<String> outcomes(AuditFilter which) {
    return latest(which, Long.MAX_VALUE).stream().map(AuditEntry.Noted::outcome).toList();
  }

  /** Those of this test: others write, too. */
  protected final List<AuditEntry.Noted> latest(long before) {
    return latest(AuditFilter.ALL, before);
  }

  private List<AuditEntry.Noted> latest(AuditFilter which, long before) {
    return OperatorTransactions.outcome(
            transactions()
                .inNew(TIMEOUT, () -> Decision.discard(audit().latest(which, before, 100))))
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
