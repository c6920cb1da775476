// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

/** The remedies for findings of the proof for which each server has words of its own. */
public enum Remedy {
  /** The data source takes no part in the transaction, or with more than one branch. */
  DATA_SOURCE,
  /** The connection factory takes no part in it. */
  CONNECTION_FACTORY,
  /** The driver reports a branch as prepared that is lost. */
  DRIVER,
  /** The transaction log does not outlive the machine or its container. */
  TRANSACTION_LOG,
  /** The data source's pool closes connections that are in use. */
  POOL
}
