// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.indoubt.PreparedBranches.PreparedBranch;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.operations.indoubt.InDoubtReport;
import org.semel.operations.indoubt.InDoubtTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.BranchState;
import org.semel.operations.indoubt.InDoubtTransaction.GlobalBranch;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;
import org.semel.operations.indoubt.PreparedAtBroker;
import org.semel.operations.indoubt.UnfinishedDecision;

/** Joins what is in doubt in the database, at the brokers and in the log, by the global ids. */
public final class InDoubtView {

  private static final int MOST = 500;

  private final PreparedBranches branches;
  private final OutsideLook outside;
  private final DecisionLog log;

  public InDoubtView(PreparedBranches branches, OutsideLook outside) {
    this.branches = branches;
    this.outside = outside;
    this.log = outside.log();
  }

  /**
   * What is in doubt now. The log is read after the database: what has been decided meanwhile is
   * told as decided, and what has ended meanwhile as it was.
   */
  public InDoubtReport now() {
    List<PreparedBranch> prepared = branches.oldest(MOST);
    OutsideView seen = outside.view();
    Function<GlobalTransaction, BranchState> atDatabase = atDatabase(prepared);
    return new InDoubtReport(
        prepared.stream().map(branch -> joined(branch, seen)).toList(),
        longest(seen.atBrokers())
            .map(
                one ->
                    new PreparedAtBroker(
                        global(one.getKey()),
                        one.getValue(),
                        log.decision(one.getKey()),
                        atDatabase.apply(one.getKey())))
            .toList(),
        longest(seen.inLog())
            .map(
                one ->
                    new UnfinishedDecision(
                        global(one.getKey()),
                        one.getValue(),
                        atDatabase.apply(one.getKey()),
                        seen.atBroker(one.getKey())))
            .toList(),
        seen.age(),
        seen.log(),
        seen.brokers());
  }

  /** Of a list that is full no one knows what else there is. */
  private static Function<GlobalTransaction, BranchState> atDatabase(List<PreparedBranch> all) {
    Set<GlobalTransaction> prepared =
        all.stream().flatMap(one -> one.global().stream()).collect(Collectors.toSet());
    BranchState otherwise =
        all.size() < MOST ? BranchState.NOT_PREPARED : BranchState.CANNOT_BE_SEEN;
    return made -> prepared.contains(made) ? BranchState.PREPARED : otherwise;
  }

  private static Stream<Entry<GlobalTransaction, Duration>> longest(
      Map<GlobalTransaction, Duration> ages) {
    return ages.entrySet().stream()
        .sorted(Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST);
  }

  private InDoubtTransaction joined(PreparedBranch branch, OutsideView seen) {
    return new InDoubtTransaction(
        branch.gid(),
        branch.prepared(),
        branch.age(),
        branch.role(),
        branch.global().map(this::global),
        decision(branch.global()),
        branch.global().map(seen::atBroker).orElse(BranchState.CANNOT_BE_SEEN),
        branch.tables(),
        Visibility.CANNOT_BE_SEEN);
  }

  private GlobalBranch global(GlobalTransaction made) {
    return new GlobalBranch(made.format(), HexFormat.of().formatHex(made.id()), log.node(made));
  }

  private LoggedDecision decision(Optional<GlobalTransaction> made) {
    return made.map(log::decision).orElse(LoggedDecision.CANNOT_BE_SEEN);
  }
}
