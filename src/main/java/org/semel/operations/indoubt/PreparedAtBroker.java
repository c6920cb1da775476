// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.time.Duration;
import org.semel.operations.indoubt.InDoubtTransaction.BranchState;
import org.semel.operations.indoubt.InDoubtTransaction.GlobalBranch;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;

/**
 * A transaction that a broker has prepared, and that has not ended there. Its messages are neither
 * in their queue nor gone.
 *
 * @param global what it is a branch of
 * @param seen for how long this node has seen it so; it may be so for longer, as a broker does not
 *     say since when
 * @param decision what the transaction manager has decided, as far as its log can be seen here
 * @param atDatabase whether the database has prepared a branch of the same transaction
 */
public record PreparedAtBroker(
    GlobalBranch global, Duration seen, LoggedDecision decision, BranchState atDatabase) {}
