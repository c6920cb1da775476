// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/** The branches that are prepared in the database. Joins the caller's transaction. */
public interface PreparedBranches {

  /**
   * A branch that is prepared.
   *
   * @param global of which it is one; empty if the gid is not a driver's
   * @param tables in which it has written or locked rows
   */
  record PreparedBranch(
      String gid,
      Instant prepared,
      Duration age,
      String role,
      Optional<GlobalTransaction> global,
      List<String> tables) {}

  /** The oldest first. */
  List<PreparedBranch> oldest(int most);
}
