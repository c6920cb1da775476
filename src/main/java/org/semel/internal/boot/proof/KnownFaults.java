// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import org.semel.internal.jms.JmsFaults;
import org.semel.internal.jta.JtaFaults;
import org.semel.internal.postgresql.SqlFaults;
import org.semel.internal.route.provider.HttpFaults;
import org.semel.internal.tx.Faults;

/** Classifies the faults of all adapters as transient or permanent. */
public final class KnownFaults {

  /** During a proof: a missing table or right is permanent, and refuses. */
  public static final Faults AT_START =
      Faults.firstOf(List.of(new SqlFaults(), new JmsFaults(), new JtaFaults(), new HttpFaults()));

  /** At work: a missing table or right is transient, and is waited for. */
  public static final Faults AT_WORK =
      Faults.firstOf(List.of(SqlFaults.ofOwnStatements(), AT_START));

  private KnownFaults() {}
}
