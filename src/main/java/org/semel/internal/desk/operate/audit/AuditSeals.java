// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.audit;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The days of the audit, in a chain of digests. Every act joins the caller's transaction.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9162#section-1">RFC 9162, section 1</a>: a log
 *     that anyone can audit, there by a tree of digests
 */
public interface AuditSeals {

  /**
   * A day that is over, and will not change.
   *
   * @param day in UTC
   * @param entries how many lines it has
   * @param digest SHA-256 of them and of the day before that had any, in hexadecimal
   */
  record Seal(LocalDate day, long entries, String digest) {}

  /**
   * Seals the first day that has lines, is over for an hour, and is not sealed. Empty if there is
   * none, another node was first, or a transaction is in doubt that may have a line of that day.
   */
  Optional<Seal> seal();

  /**
   * The days that are sealed, the latest first.
   *
   * @param latest so many of them at most, 1 or more
   */
  List<LocalDate> sealed(int latest);

  /**
   * Whether a sealed day is as it was: reads all its lines. Itself if it is not, and the days
   * without a seal before it that got lines later, the oldest first; empty if all is as it was, and
   * of a day of which retention has deleted lines.
   *
   * @param sealed one that is not sealed is never broken
   */
  List<LocalDate> broken(LocalDate sealed);

  /** The oldest day that has lines, is over for three hours, and is not sealed. */
  Optional<LocalDate> overdue();
}
