// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.indoubt.BrokerScan.ScanResult;
import org.semel.internal.desk.operate.indoubt.PreparedBranches.PreparedBranch;
import org.semel.internal.desk.watch.InDoubtSamples;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.operations.indoubt.InDoubtReport;
import org.semel.operations.indoubt.InDoubtTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.BranchState;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.PreparedAtBroker;
import org.semel.operations.indoubt.ResourceSight;
import org.semel.operations.indoubt.UnfinishedDecision;

/** What is in doubt in database, broker and log is joined, and what cannot be seen is said. */
class OutsideLookTest {

  private static final Duration EVERY = Duration.ofSeconds(10);

  private final AtomicLong seconds = new AtomicLong();
  private final FixedBroker broker = new FixedBroker("jms/semelXA");
  private final FixedBroker other = new FixedBroker("jms/other");
  private final FixedLog log = new FixedLog();
  private final OutsideLook look =
      new OutsideLook(
          () -> List.of(broker, other), log, EVERY, () -> seconds.get() * 1_000_000_000L);

  /** A broker, or its absence. */
  private static final class FixedBroker implements BrokerScan {

    private final String name;
    private ScanResult result = new ScanResult.Listed(Set.of());

    FixedBroker(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public ScanResult ask() {
      return result;
    }
  }

  /** A log in which only what it has decided stands. */
  private static final class FixedLog implements DecisionLog {

    private ScanResult result = new ScanResult.Listed(Set.of());

    @Override
    public ScanResult unfinished() {
      return result;
    }

    @Override
    public Optional<String> node(GlobalTransaction made) {
      return Optional.of("app-1");
    }

    @Override
    public LoggedDecision decision(GlobalTransaction made) {
      return result instanceof ScanResult.Listed seen && seen.all().contains(made)
          ? LoggedDecision.COMMIT
          : LoggedDecision.NOT_DECIDED;
    }
  }

  @Test
  void branchesOfOneTransactionAreJoinedByItsGlobalId() {
    broker.result = seen("both", "broker");
    log.result = seen("both", "log");
    look.run(false);
    InDoubtReport report = report(branch("both"), branch("database"));
    assertThat(report.transactions())
        .extracting(one -> one.gid() + " " + one.decision() + " " + one.atBroker())
        .containsExactly("both COMMIT PREPARED", "database NOT_DECIDED NOT_PREPARED");
    assertThat(report.atBrokers())
        .extracting(one -> name(one) + " " + one.decision() + " " + one.atDatabase())
        .containsExactlyInAnyOrder("both COMMIT PREPARED", "broker NOT_DECIDED NOT_PREPARED");
    assertThat(report.inLog())
        .extracting(one -> name(one) + " " + one.atDatabase() + " " + one.atBroker())
        .containsExactlyInAnyOrder("both PREPARED PREPARED", "log NOT_PREPARED NOT_PREPARED");
    assertThat(report.log()).isEqualTo(ResourceSight.seen("log"));
    assertThat(report.brokers())
        .containsExactly(ResourceSight.seen("jms/semelXA"), ResourceSight.seen("jms/other"));
  }

  @Test
  void aBrokerThatCannotBeSeenIsNeverSaidToHaveNothing() {
    broker.result = seen("broker");
    other.result = new ScanResult.Unseen("it does not answer: x.Y");
    log.result = new ScanResult.Unseen("its form is its own");
    look.run(false);
    InDoubtReport report = report(branch("broker"), branch("database"));
    assertThat(report.transactions())
        .extracting(InDoubtTransaction::atBroker)
        .containsExactly(BranchState.PREPARED, BranchState.CANNOT_BE_SEEN);
    assertThat(report.brokers())
        .contains(ResourceSight.hidden("jms/other", "it does not answer: x.Y"));
    assertThat(report.log().why()).contains("its form is its own");
    assertThat(gauges()).containsExactly("IN_DOUBT [broker] 1.0", "IN_DOUBT_AGE [broker] 0.0");
  }

  @Test
  void whatIsSeenGrowsOlderAlsoWhileItCannotBeSeenAndBeginsAnewOnceItWasGone() {
    broker.result = seen("a");
    look.run(false);
    seconds.addAndGet(60);
    broker.result = new ScanResult.Unseen("away");
    look.run(false);
    assertThat(gauges()).doesNotContain("IN_DOUBT [broker] 1.0");
    seconds.addAndGet(60);
    broker.result = seen("a", "b");
    log.result = seen("c");
    look.run(false);
    assertThat(gauges())
        .containsExactly(
            "IN_DOUBT [broker] 2.0",
            "IN_DOUBT_AGE [broker] 120.0",
            "IN_DOUBT [log] 1.0",
            "IN_DOUBT_AGE [log] 0.0");
    broker.result = seen();
    look.run(false);
    broker.result = seen("a");
    look.run(false);
    assertThat(gauges()).contains("IN_DOUBT_AGE [broker] 0.0", "IN_DOUBT_AGE [log] 0.0");
  }

  /** Its thread may wait at a broker for long; what it saw before is not true for ever. */
  @Test
  void beforeTheFirstLookAndLongAfterTheLastNothingIsSeen() {
    assertThat(report(branch("database")).transactions().get(0).atBroker())
        .isEqualTo(BranchState.CANNOT_BE_SEEN);
    assertThat(report().log().isSeen()).isFalse();
    broker.result = seen("a");
    assertThat(look.run(false)).isEqualTo(new LoopResult.Succeeded(EVERY));
    seconds.addAndGet(60);
    assertThat(report().atBrokers()).hasSize(1);
    seconds.addAndGet(1);
    assertThat(report().atBrokers()).isEmpty();
    assertThat(report().brokers()).hasSize(2).noneMatch(ResourceSight::isSeen);
    assertThat(gauges()).isEmpty();
  }

  @Test
  void theReportSaysHowOldItsLookIsAlsoWhereThatIsTooOldToBeTold() {
    assertThat(report().lookAge()).as("before the first look").isEmpty();
    look.run(false);
    assertThat(report().lookAge()).contains(Duration.ZERO);
    seconds.addAndGet(60);
    assertThat(report().lookAge()).contains(Duration.ofSeconds(60));
    seconds.addAndGet(40);
    assertThat(report().lookAge()).as("too old").contains(Duration.ofSeconds(100));
    look.run(false);
    assertThat(report().lookAge()).as("another look").contains(Duration.ZERO);
  }

  private List<String> gauges() {
    return InDoubtSamples.of(look.view()).stream()
        .map(sample -> sample.series() + " " + sample.labels() + " " + sample.value())
        .toList();
  }

  private InDoubtReport report(PreparedBranch... branches) {
    return new InDoubtView(most -> List.of(branches), look).now();
  }

  private static PreparedBranch branch(String name) {
    return new PreparedBranch(
        name, Instant.EPOCH, Duration.ZERO, "semel", Optional.of(global(name)), List.of());
  }

  private static ScanResult seen(String... names) {
    return new ScanResult.Listed(
        Arrays.stream(names).map(OutsideLookTest::global).collect(Collectors.toSet()));
  }

  private static GlobalTransaction global(String name) {
    return new GlobalTransaction(1, name.getBytes(StandardCharsets.UTF_8));
  }

  private static String name(PreparedAtBroker one) {
    return text(one.global().id());
  }

  private static String name(UnfinishedDecision one) {
    return text(one.global().id());
  }

  private static String text(String digits) {
    return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
  }
}
