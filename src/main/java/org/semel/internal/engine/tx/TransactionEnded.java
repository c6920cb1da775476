// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.semel.Code;

/** The work put an end to a transaction that was not its own, or another one in its place. */
public final class TransactionEnded extends TransactionMisuse {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * The exception over this act.
   *
   * @param what was done, as the beginning of a sentence
   */
  public TransactionEnded(String what) {
    super(
        Code.TRANSACTION_ENDED,
        what
            + ", which only its owner may; all of it is rolled back. Take begin, commit, rollback"
            + " and suspend out of the route and its beans, or give the bean a transaction of its"
            + " own (REQUIRES_NEW).");
  }

  @Override
  public Cause line() {
    return Cause.MISUSED;
  }
}
