// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.util.Optional;
import org.semel.internal.desk.operate.indoubt.BrokerScan.ScanResult;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;

/** The log of this node's transaction manager. Safe for any thread; throws nothing. */
public interface DecisionLog {

  /** One that cannot be seen. */
  DecisionLog HIDDEN =
      new DecisionLog() {
        @Override
        public ScanResult unfinished() {
          return new ScanResult.Unseen("the records of this server's log have a form of their own");
        }

        @Override
        public Optional<String> node(GlobalTransaction made) {
          return Optional.empty();
        }

        @Override
        public LoggedDecision decision(GlobalTransaction made) {
          return LoggedDecision.CANNOT_BE_SEEN;
        }
      };

  /** What this node has decided to commit and what has not come to its end. */
  ScanResult unfinished();

  /** The node that began a transaction, if its id says so. */
  Optional<String> node(GlobalTransaction made);

  /** What was decided. Another node's transaction cannot be seen here. */
  LoggedDecision decision(GlobalTransaction made);
}
