// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jta;

import org.semel.internal.tx.Faults;
import org.semel.internal.tx.MarkedRollbackOnly;
import org.semel.internal.tx.StillRunning;
import org.semel.internal.tx.TransactionMisuse;
import org.semel.internal.tx.TransactionTimedOut;

/**
 * Classifies the faults of transactions: a route that overruns or marks its transaction will do so
 * again; one that has not returned yet may do so.
 */
public final class JtaFaults implements Faults {

  @Override
  public Opinion of(Throwable fault) {
    if (fault instanceof StillRunning) {
      return Opinion.TRANSIENT;
    }
    return fault instanceof TransactionTimedOut
            || fault instanceof MarkedRollbackOnly
            || fault instanceof TransactionMisuse
        ? Opinion.LASTING
        : Opinion.NONE;
  }
}
