// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The work took longer than its transaction may last; the transaction manager rolled it back
 * meanwhile.
 */
public final class TransactionTimedOut extends SemelException implements Cause.Classified {

  @Serial private static final long serialVersionUID = 1L;

  public TransactionTimedOut() {
    super(
        Code.TRANSACTION_TIMED_OUT,
        "The work lasted longer than its transaction may, and was rolled back meanwhile.");
  }

  @Override
  public Cause line() {
    return Cause.OVERTIME;
  }
}
