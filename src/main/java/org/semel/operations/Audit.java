// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.List;
import org.semel.message.Identity;

/** Who did what, to what, why and when. Lines are added and never changed. */
public interface Audit {

  /** Writes a line in the caller's transaction, which is that of the act. */
  void write(AuditEntry entry);

  /**
   * The latest lines about one identity, newest first.
   *
   * @param most 1 or more
   */
  List<Line> of(Identity identity, int most);

  /**
   * A line, read back.
   *
   * @param at when, by the database's clock
   */
  record Line(AuditEntry entry, Instant at) {}
}
