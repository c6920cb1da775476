// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.time.Duration;
import org.semel.operations.indoubt.InDoubtTransaction.BranchState;
import org.semel.operations.indoubt.InDoubtTransaction.GlobalBranch;

/**
 * A transaction that this node's transaction manager has decided to commit, as its log says, and
 * that has not come to its end: a branch of it has not answered yet.
 *
 * @param global which one
 * @param seen for how long this node has seen it so; after a start it begins anew
 * @param atDatabase whether the database has prepared a branch of it
 * @param atBroker the same of the brokers
 */
public record UnfinishedDecision(
    GlobalBranch global, Duration seen, BranchState atDatabase, BranchState atBroker) {}
