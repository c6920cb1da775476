// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import org.semel.internal.jms.JmsFaults;
import org.semel.internal.jta.JtaFaults;
import org.semel.internal.postgresql.SqlFaults;
import org.semel.internal.route.PersistenceFaults;
import org.semel.internal.route.provider.HttpFaults;
import org.semel.internal.tx.Faults;

/** Reads the faults of all adapters. */
public final class KnownFaults {

  /** During a proof: a missing table or right, and a login that is refused, refuse the consumer. */
  public static final Faults AT_START =
      Faults.firstOf(
          List.of(
              new SqlFaults(),
              new JmsFaults(),
              new JtaFaults(),
              new HttpFaults(),
              new PersistenceFaults()));

  /** At work: they are waited for. */
  public static final Faults AT_WORK = Faults.firstOf(List.of(SqlFaults.atWork(), AT_START));

  private KnownFaults() {}
}
