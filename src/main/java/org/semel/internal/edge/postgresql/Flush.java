// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

/**
 * Makes a transaction wait for the disk at its commit, whatever the server, the database or the
 * role sets. Part of every statement on whose commit something outside relies: a receipt, a sending
 * that must not be repeated, the answer to an operator. The write-ahead log is one sequence, so
 * that everything which committed before is flushed with it. If nothing relies on a commit, as with
 * leases and attempts, the setting is left alone: lost work is done again.
 *
 * @see <a href="https://www.postgresql.org/docs/current/wal-async-commit.html">PostgreSQL,
 *     Asynchronous Commit</a>
 */
public final class Flush {

  /**
   * An expression for a list of columns, or for FROM. Only {@code off} is too little; whether
   * standbys are waited for is the estate's.
   */
  public static final String AT_COMMIT =
      "set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)";

  private Flush() {}
}
