// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.indoubt;

import java.util.Optional;
import org.semel.internal.proof.GlobalTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;

/** What this node's transaction manager has written down. Safe for any thread; throws nothing. */
public interface DecisionLog {

  /** One that cannot be seen. */
  DecisionLog HIDDEN =
      new DecisionLog() {
        @Override
        public Visibility sight() {
          return Visibility.CANNOT_BE_SEEN;
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

  /** Whether it can be seen now. */
  Visibility sight();

  /** The node that began a transaction, if its id says so. */
  Optional<String> node(GlobalTransaction made);

  /** What was decided. Another node's transaction cannot be seen here. */
  LoggedDecision decision(GlobalTransaction made);
}
