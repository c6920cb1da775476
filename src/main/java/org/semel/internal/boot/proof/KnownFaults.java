// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import org.semel.internal.jms.JmsFaults;
import org.semel.internal.jta.JtaFaults;
import org.semel.internal.postgresql.SqlFaults;
import org.semel.internal.route.provider.HttpFaults;
import org.semel.internal.tx.Faults;

/** Whom a failure is to be blamed on, as all rooms together know it. */
public final class KnownFaults {

  /** While a proof is made: where a table or a right is missing, it refuses. */
  public static final Faults AT_START =
      Faults.firstOf(List.of(new SqlFaults(), new JmsFaults(), new JtaFaults(), new HttpFaults()));

  /** Once at work: what is missing then is waited for. */
  public static final Faults AT_WORK =
      Faults.firstOf(List.of(SqlFaults.ofOwnStatements(), AT_START));

  private KnownFaults() {}
}
