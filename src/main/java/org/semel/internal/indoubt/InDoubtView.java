// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.indoubt;

import java.util.HexFormat;
import java.util.Optional;
import org.semel.internal.indoubt.PreparedBranches.PreparedBranch;
import org.semel.internal.proof.GlobalTransaction;
import org.semel.operations.indoubt.InDoubtReport;
import org.semel.operations.indoubt.InDoubtTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.GlobalBranch;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;

/** Joins what is prepared in the database with what the log says of it. */
public final class InDoubtView {

  private static final int MOST = 500;

  private final PreparedBranches branches;
  private final DecisionLog log;

  public InDoubtView(PreparedBranches branches, DecisionLog log) {
    this.branches = branches;
    this.log = log;
  }

  /**
   * What is in doubt now. The log is read after the database: what has been decided meanwhile is
   * told as decided, and what has ended meanwhile as it was.
   */
  public InDoubtReport now() {
    var prepared = branches.oldest(MOST);
    return new InDoubtReport(
        prepared.stream().map(this::joined).toList(), log.sight(), Visibility.CANNOT_BE_SEEN);
  }

  private InDoubtTransaction joined(PreparedBranch branch) {
    return new InDoubtTransaction(
        branch.gid(),
        branch.prepared(),
        branch.age(),
        branch.role(),
        branch.global().map(this::global),
        decision(branch.global()),
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
