// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

/**
 * Records intents in the caller's transaction: they exist if it commits, and not otherwise. Called
 * on the transaction's thread.
 */
public interface Intents {

  /**
   * Buffers {@code intent} in the caller's transaction; the rows are written together, at {@link
   * #flush()} or before the commit.
   *
   * @throws org.semel.internal.engine.tx.NoTransaction if there is no transaction that can still
   *     commit
   */
  void record(Intent intent);

  /**
   * Writes what is buffered in the caller's transaction, in one statement. Does nothing if there is
   * nothing.
   */
  void flush();
}
