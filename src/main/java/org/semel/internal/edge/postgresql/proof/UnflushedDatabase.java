// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

/** The policy for a database that does not wait for its disk ({@code fsync=off}). */
public enum UnflushedDatabase {
  /** It is refused: what it has committed need not outlive its machine. */
  REFUSE,
  /** It is taken, as nothing in it need outlive its machine: for tests. */
  ACCEPT
}
