// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.desk.operate.audit.AuditSeals.Seal;
import org.semel.internal.desk.operate.audit.SealListener;

/** Writes the digest of each day of the audit to where the database's owner cannot change it. */
public final class SealLog implements SealListener {

  @Override
  public void sealed(Seal seal) {
    OperatorLog.info(
        Code.AUDIT_SEALED,
        "The audit of %s (UTC) is sealed: lines %d, digest %s.",
        seal.day(),
        seal.entries(),
        seal.digest());
  }

  /** The day stays open until the database can be reached; what cannot reach it says so. */
  @Override
  public void interrupted(Throwable cause, Duration pause) {
    OperatorLog.debug(cause);
  }

  @Override
  public void resumed() {}
}
