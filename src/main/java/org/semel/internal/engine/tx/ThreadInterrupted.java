// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.semel.Code;

/** The work left its thread interrupted, so that whatever comes next on it would fail. */
public final class ThreadInterrupted extends TransactionMisuse {

  @Serial private static final long serialVersionUID = 1L;

  public ThreadInterrupted() {
    super(
        Code.THREAD_INTERRUPTED,
        "The work left its thread interrupted; the flag is cleared, and all of its transaction is"
            + " rolled back. Do not call Thread.interrupt() on a thread of the server's; where an"
            + " InterruptedException is caught, let the route fail.");
  }

  @Override
  public Cause line() {
    return Cause.INTERRUPTED;
  }
}
