// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.audit;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditFilter;

/** The audit: who did what, to what, why and when. Entries are added and never changed. */
public interface Audit {

  /** Writes an entry in the caller's transaction, which is that of the act. */
  void write(AuditEntry entry);

  /**
   * The latest entries about one identity, newest first.
   *
   * @param most 1 or more
   */
  List<AuditEntry.Line> of(Identity identity, int most);

  /** Those of {@code identities} of which there is an entry. */
  Set<Identity> among(Collection<Identity> identities);

  /** Those of them of which there is one of this act and outcome, however old. */
  Set<Identity> among(Collection<Identity> identities, Act act, String outcome);

  /**
   * The latest entries about whatever, newest first.
   *
   * @param which all conditions must hold
   * @param before only those of a lower number
   * @param most 1 or more
   */
  List<AuditEntry.Noted> latest(AuditFilter which, long before, int most);
}
