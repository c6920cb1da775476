// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import org.semel.internal.edge.camel.PersistenceFaults;
import org.semel.internal.edge.camel.provider.HttpFaults;
import org.semel.internal.edge.jms.JmsFaults;
import org.semel.internal.edge.jta.JtaFaults;
import org.semel.internal.edge.postgresql.SqlFaults;
import org.semel.internal.engine.tx.Faults;

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
